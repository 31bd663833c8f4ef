import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { rawClient } from '../../../tests/harness/raw-client.ts';
import { until } from '../../../tests/harness/until.ts';
import { refuseBytes } from './fallback-handlers.ts';
import { limitPipelines } from './pipelines.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

async function serve(handler: Handler, options: ServerOptions = {}): Promise<string> {
  const server = createServer(options, (request, response) => void handler(request, response));
  server.on('clientError', refuseBytes.bind({ log: { info: () => {} } } as never));
  limitPipelines({ server } as FastifyInstance);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('begins four requests of a connection at a time, and answers all in order', async () => {
  let [active, most, bytes] = [0, 0, 0];
  const url = await serve(async (request, response) => {
    active += 1;
    most = Math.max(most, active);
    const body = await buffer(request);
    await pause(bytes % 3);
    bytes += body.length;
    response.end(`<${request.url}:${body.length}>`).once('close', () => {
      active -= 1;
    });
  });
  const sizes = Array.from({ length: 300 }, (_, n) => (n % 5 === 0 ? (n % 7) * 30_000 : null));
  const requests = sizes.map((size, n) =>
    size === null
      ? get(`/${n}`)
      : `POST /${n} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`,
  );
  const { text, socket } = rawClient(url, requests.join(''));
  const answered = () => [...text().matchAll(/<\/(\d+:\d+)>/g)].map(([, answer]) => answer);
  await until('all are answered', 20_000, () => answered().length === 300);
  expect(answered()).toEqual(sizes.map((size, n) => `${n}:${size ?? 0}`));
  expect(most).toBe(4);
  // The connection stays usable.
  socket.write(get('/again'));
  await until('the next is answered', 5_000, () => text().includes('</again:0>'));
});

test('begins nothing more for a client that left', async () => {
  const begun: (string | undefined)[] = [];
  const url = await serve(async (request, response) => {
    begun.push(request.url);
    await pause(20);
    response.end('fine');
  });
  const left = rawClient(url, Array.from({ length: 500 }, (_, n) => get(`/${n}`)).join(''));
  await until('the first is answered', 5_000, () => left.text().includes('fine'));
  left.socket.destroy();
  await pause(200);
  expect(begun.length).toBeLessThan(50);
});

test('the time for a header that waits for earlier answers is not the client’s', async () => {
  const url = await serve(
    async (request, response) => {
      await pause(5);
      response.end(`<${request.url}>`);
    },
    { headersTimeout: 200, connectionsCheckingInterval: 50 },
  );
  // The chunks that Node reads end within a header.
  const { text } = rawClient(url, Array.from({ length: 1_500 }, (_, n) => get(`/${n}`)).join(''));
  await until('all are answered', 60_000, () => text().includes('</1499>'));
  expect(text().split('HTTP/1.1 200')).toHaveLength(1_501);
});
