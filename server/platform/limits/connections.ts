import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { prefixesOf } from './limits.ts';

/** Of this process, of everyone together. */
const maxConnections = 10_000;
/** Of an IPv4 address or a /64; twice and eight times as many of the wider prefixes of IPv6. */
const maxPerAddress = 200;
/** Between two log lines about closed connections. */
const logEveryMs = 60_000;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns whether an address is one of these addresses and networks, such as `10.0.0.0/8`. */
function matcherOf(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/**
 * Closes new connections above a limit for each address, and for all together. Trusted proxies have many visitors,
 * so they have no limit of their own.
 */
export function limitConnections(
  { server, log }: FastifyInstance,
  { rateLimits, trustProxy }: Pick<Config, 'rateLimits' | 'trustProxy'>,
): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log.warn(message);
  };
  server.maxConnections = maxConnections;
  server.on('drop', () => warn('too many connections'));
  if (!rateLimits) return;
  const isProxy = matcherOf(trustProxy ?? []);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const prefixes = prefixesOf(remoteAddress);
    if (prefixes.some(([prefix, times]) => (open.get(prefix) ?? 0) >= maxPerAddress * times)) {
      socket.destroy();
      warn('an address has too many connections; if it is a proxy, name it in TRUST_PROXY');
      return;
    }
    for (const [prefix] of prefixes) open.set(prefix, (open.get(prefix) ?? 0) + 1);
    socket.once('close', () => {
      for (const [prefix] of prefixes) {
        const left = (open.get(prefix) ?? 1) - 1;
        if (left > 0) open.set(prefix, left);
        else open.delete(prefix);
      }
    });
  });
}
