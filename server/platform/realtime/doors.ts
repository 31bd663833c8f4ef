import type { IncomingMessage } from 'node:http';

/** Socket.IO's default path. */
export const socketPath = '/socket.io/';

/** Whether a request is for the sockets; every other one that offers another protocol is plain HTTP. */
export function isForSockets(request: Pick<IncomingMessage, 'url'>): boolean {
  return request.url === socketPath || request.url?.startsWith(`${socketPath}?`) === true;
}

/** Whether a page of this site asks, or no page at all: its origin is ours as the world or the request itself calls us. */
export function isOwnOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string,
): boolean {
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  return origin !== null && (origin.host === headers.host || origin.host === hostOf(publicUrl));
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}

/** The address of who asks; behind a proxy that is believed, the one that the proxy saw. */
export function addressOf(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy ? request.headers['x-forwarded-for'] : undefined;
  return (
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ||
    (request.socket.remoteAddress ?? '')
  );
}
