/** What is counted as one visitor: a line, a network, and the wider prefixes of IPv6. */

/** Returns the dotted form of an IPv4 address, also of one mapped to IPv6; null for any other. */
function ipv4Of(ip: string): string | null {
  const bare = /^::ffff:/i.test(ip) ? ip.slice(7) : ip;
  return bare.includes(':') ? null : bare;
}

/** Returns the /64 of an IPv6 address. */
function prefixOf(ip: string): string {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const first = [...groups, ...zeros, ...rest].slice(0, 4);
  return first.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function networkOf(ip: string): string {
  const ipv4 = ipv4Of(ip);
  return ipv4 === null ? prefixOf(ip) : ipv4.split('.').slice(0, 3).join('.');
}

/** Returns what a provider gives to one customer: an IPv4 address, or the /64 of an IPv6 address. */
export function lineOf(ip: string): string {
  return ipv4Of(ip) ?? prefixOf(ip);
}

/** What is counted as one caller, and how many times the limit of a line it may use. */
export type Prefix = readonly [prefix: string, times: number];

/**
 * The line of an address and, for IPv6, the wider prefixes that a provider may give to one customer: without them, a /56
 * would be 256 lines. Customers with a /64 each share a /48, so it may use more than a line.
 */
export function prefixesOf(ip: string, line = lineOf(ip)): readonly Prefix[] {
  if (ipv4Of(ip) !== null) return [[line, 1]];
  const groups = prefixOf(ip).split(':');
  const site = groups.slice(0, 3).join(':');
  const home = Number.parseInt(groups[3] ?? '', 16) >> 8;
  return [
    [line, 1],
    [`${site}:${home}/56`, 2],
    [`${site}/48`, 8],
  ];
}
