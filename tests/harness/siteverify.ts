import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SiteverifyDouble {
  url: string;
  /** The next response: a body, raw text, or none. */
  answer: unknown;
  /** The received forms. */
  requested: URLSearchParams[];
  close: () => void;
}

/** Runs instead of responding. */
export const silence = Symbol('silence');
export const slowBody = Symbol('slow body');
export const cut = Symbol('cut');

function send(response: ServerResponse, answer: unknown): void {
  if (answer === silence) return;
  if (answer === cut) {
    response.destroy();
    return;
  }
  if (answer === slowBody) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"success":');
    return;
  }
  if (typeof answer === 'number') {
    response.writeHead(answer).end('<html>error</html>');
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
}

/** A test double of Google's siteverify. */
export async function startSiteverify(): Promise<SiteverifyDouble> {
  const double: SiteverifyDouble = {
    url: '',
    answer: {},
    requested: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server: Server = createServer(async (request, response) => {
    double.requested.push(new URLSearchParams(await text(request)));
    send(response, double.answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  return double;
}
