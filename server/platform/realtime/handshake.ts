import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Socket.IO's default path. */
export const socketPath = '/socket.io/';

/** Whether a request is for Socket.IO; every other upgrade request is handled as plain HTTP. */
export function isForSockets(request: Pick<IncomingMessage, 'url'>): boolean {
  return request.url === socketPath || request.url?.startsWith(`${socketPath}?`) === true;
}

/** Whether a request becomes a WebSocket. One with a body is handled as plain HTTP: Node would upgrade it before the body. */
export function isUpgrade({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const hasBody = headers['content-length'] ?? headers['transfer-encoding'];
  return hasBody === undefined && isForSockets({ url });
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

/** Returns the id of the connection that a request continues, as Socket.IO reads it; null for a new connection. */
export function connectionIdOf({ url }: Pick<IncomingMessage, 'url'>): string | null {
  const query = URL.parse(url ?? '', 'https://socket.io')?.searchParams;
  return query?.getAll('sid').at(-1) || null;
}

/** Returns a function that reads a client's address: X-Forwarded-For counts only from trusted proxies, as in Fastify. */
export function addressReader(
  trusted: readonly string[] | null,
): (request: IncomingMessage) => string {
  const trust = trusted === null ? () => false : proxyAddr.compile([...trusted]);
  return (request) => proxyAddr(request, trust) ?? '';
}
