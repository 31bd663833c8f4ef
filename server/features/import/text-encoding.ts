import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '#contract/import.ts';

/** What a decoder puts where bytes have no character. */
export const unknownCharacter = '\ufffd';

/** Text is UTF-16 when one byte of nearly every pair is zero, as in all languages of Europe. */
function utf16Of(bytes: Buffer): ImportEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 4) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Bytes that are no UTF-8, beside the characters of several bytes that are. */
function isMostlyUtf8(text: string): boolean {
  let balance = 0;
  for (const [found] of text.matchAll(/[\u0080-\uffff]/g)) {
    balance += found === unknownCharacter ? -1 : 1;
  }
  return balance >= 0;
}

const letter = /\p{L}/u;
/** An apostrophe as in O’Brien, D’Angelo, driver’s, didn’t, we’ll. */
const isApostrophe = (before: string, after: string) =>
  /(?:^|[^\p{L}])\p{L}{1,2}$/u.test(before) || /^(?:s|t|d|m|ll|re|ve)(?:[^\p{L}]|$)/iu.test(after);

/** Whether a character beyond ASCII stands where no text has it: a sign within a word, 'é' read as 'È'. */
function isMisfit(found: string, before: string, after: string): boolean {
  const isInWord = letter.test(before.at(-1) ?? '') && letter.test(after[0] ?? '');
  if (found === '’' || found === '‘') return isInWord && !isApostrophe(before, after);
  if (!letter.test(found)) return isInWord || /[\x80-\x9f]/.test(found);
  return /\p{Lu}/u.test(found) ? /\p{Ll}$/u.test(before) : /\p{Lu}{2}$/u.test(before);
}

/** Characters that decide the encoding. */
const maxCounted = 100_000;

function misfits(text: string): number {
  let count = 0;
  let seen = 0;
  for (const { 0: found, index } of text.matchAll(/[\u0080-\uffff]/g)) {
    const before = text.slice(Math.max(0, index - 3), index);
    if (isMisfit(found, before, text.slice(index + 1, index + 4))) count += 1;
    seen += 1;
    if (seen === maxCounted) break;
  }
  return count;
}

/** The encoding of text that isn't Unicode: the one in which the letters fit their words. */
function singleByteOf(bytes: Buffer): ImportEncoding {
  const windows = misfits(new TextDecoder('windows-1252').decode(bytes));
  const mac = misfits(new TextDecoder('macintosh').decode(bytes));
  // Only programs of Macintoshes end lines with a carriage return alone.
  const isMac = !bytes.includes('\n') && bytes.includes('\r');
  return mac < windows || (mac === windows && isMac) ? 'macintosh' : 'windows-1252';
}

/** Old programs end a file with Ctrl-Z. */
const withoutEnd = (text: string) => (text.endsWith('\u001a') ? text.slice(0, -1) : text);

/** Decodes UTF-16, and other text in `encoding` or, if that is '', in the one that it seems to have. */
export function decodeText(
  bytes: Buffer,
  encoding: ImportEncoding | '',
): { text: string; encoding: ImportEncoding } {
  // The decoder drops a byte order mark.
  const decoded = (name: ImportEncoding) => ({
    text: withoutEnd(new TextDecoder(name).decode(bytes)),
    encoding: name,
  });
  const wide = utf16Of(bytes);
  if (wide) return decoded(wide);
  if (encoding !== '') return decoded(encoding);
  const utf8 = decoded('utf-8');
  if (isUtf8(bytes) || isMostlyUtf8(utf8.text)) return utf8;
  return decoded(singleByteOf(bytes));
}
