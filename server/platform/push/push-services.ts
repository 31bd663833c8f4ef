/** Push services of the browsers; `*.` stands for any name below. */
const services = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/**
 * A browser's push address, which this server will call; null unless it is one of a known service by https on its
 * usual port and in nobody's name. `own`: further hosts with their ports, which on this very machine need no TLS.
 */
export function pushAddress(endpoint: string, own: readonly string[]): URL | null {
  const url = URL.parse(endpoint);
  if (!url) return null;
  const { host, hostname, protocol, username, password } = url;
  const isOwn = own.includes(host);
  const isKnown = services.some((name) =>
    name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name,
  );
  const isSafe =
    protocol === 'https:' || (protocol === 'http:' && isOwn && loopback.test(hostname));
  const isNobodys = username === '' && password === '';
  return isSafe && isNobodys && (isOwn || isKnown) ? url : null;
}
