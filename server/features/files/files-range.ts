import type { ByteRange } from '../../platform/storage/storage.ts';

/** The part that a Range header asks for; null: the whole; 'none': nothing of it exists (416). */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(header ?? '');
  // Several ranges at once, or another unit, may be answered with the whole (RFC 9110, 14.2).
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
