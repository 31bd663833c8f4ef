import type { IncomingMessage } from 'node:http';

/** Socket.IO's default path. */
export const socketPath = '/socket.io/';

/** Whether a request is for Socket.IO; every other upgrade request is handled as plain HTTP. */
export function isForSockets(request: Pick<IncomingMessage, 'url'>): boolean {
  return request.url === socketPath || request.url?.startsWith(`${socketPath}?`) === true;
}

/** Whether a request has no origin, or ours: the host of PUBLIC_URL or of the request itself. */
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

/** Returns the client's address; behind a trusted proxy, the one that the proxy saw. */
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
