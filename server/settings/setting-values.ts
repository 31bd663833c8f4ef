/** Parses the settings that are more than a word or a number; each error names the setting and says what to write. */
import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { bucketOf } from './bucket-address.ts';
import { rejectIf, SettingError } from './setting-error.ts';

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An address with one of these protocols and a host. Errors don't repeat it: it may contain a password. */
export function addressOf(
  name: string,
  value: string | null,
  protocols: readonly string[],
): string | null {
  if (value === null) return null;
  const hasProtocol = protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`));
  rejectIf(
    !hasProtocol,
    `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  );
  const parsed = URL.parse(value);
  // A password with / or # ends the host before its @.
  const isCut = value.includes('@') && !parsed?.host.length;
  const endsEarly =
    parsed?.username === '' && /[/?#].*@/.test(value.slice(value.indexOf('//') + 2));
  rejectIf(
    isCut || endsEarly || !isEncoded(`${parsed?.username} ${parsed?.password}`),
    `${name} can't be read: write special characters of its user and password percent-encoded, such as %2F for /, %40 for @, %23 for #, %3F for ? and %25 for %.`,
  );
  const hasHost = parsed?.host || parsed?.searchParams.get('host');
  if (hasHost || protocols.includes('s3:')) return value;
  throw new SettingError(
    `${name} must have a host, and a port up to 65535 or none: ${protocols[0]}//host:port.`,
  );
}

export function checkedBucket(address: string | null, setting: string): string | null {
  if (address !== null) bucketOf(address, setting);
  return address;
}

/** Validates PUBLIC_URL: scheme, host and port only. */
export function originOf(publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const bare = publicUrl.replace(/\/+$/, '');
  if (new URL(publicUrl).origin === bare.toLowerCase()) return bare;
  throw new SettingError(
    'PUBLIC_URL must be only scheme, host and port, such as https://www.example.com.',
  );
}

function isProxy(entry: string): boolean {
  try {
    return isIP(entry.split('/')[0] ?? '') > 0 && Boolean(compile([entry]));
  } catch {
    return false;
  }
}

/** Whether a network is wider than any private one: 10.0.0.0/8 and fc00::/7. */
function isTooWide(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  if (bits === undefined || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) < (isIP(address) === 6 ? 7 : 8);
}

/** The addresses and networks of TRUST_PROXY. */
export function proxiesOf(value: string | null): string[] | null {
  const entries = value?.split(',').map((entry) => entry.trim()) ?? null;
  const wide = entries?.find(isTooWide);
  rejectIf(
    wide !== undefined,
    `TRUST_PROXY ${wide} trusts everybody: name only the addresses or networks of your proxies.`,
  );
  const invalid = entries?.find((entry) => !isProxy(entry));
  if (invalid === undefined) return entries;
  throw new SettingError(
    `TRUST_PROXY must be addresses or networks such as 127.0.0.1, 10.0.0.0/8, not '${invalid}'.`,
  );
}

/** The hosts of PUSH_SERVICES, in the spelling of URL.host. */
export function pushServicesOf(value: string | null): string[] {
  const entries = value?.split(',').map((entry) => entry.trim()) ?? [];
  return entries.map((entry) => {
    const host = URL.parse(`https://${entry}`)?.host;
    if (host === entry.toLowerCase() && host !== '') return host;
    throw new SettingError(
      `PUSH_SERVICES must be hosts such as push.example.com, 127.0.0.1:8080, not '${entry}'.`,
    );
  });
}
