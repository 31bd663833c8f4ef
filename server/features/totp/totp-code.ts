import { createHmac, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Seconds. */
const period = 30;
const digits = 6;

/** Base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The time step of an instant (RFC 6238). */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / period);
}

/** The code of a base32 secret at a time step: HOTP (RFC 4226) with SHA-1 and six digits. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step, at most one from now, whose code this is; null when there is none. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const given = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(given)) return null;
  const current = stepOf(now);
  const isCodeOf = (step: number) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(given));
  // All three, so that the time doesn't tell which one.
  const matches = [current + 1, current, current - 1].filter(isCodeOf);
  return matches[0] ?? null;
}
