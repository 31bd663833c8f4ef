import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../platform/runtime/errors.ts';
import type { ByteRange } from '../../platform/storage/storage.ts';
import type { StoredObject } from './files.queries.ts';

/** The media types of re-encoded pictures. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);

// Nothing in a file may run or load anything, no matter what displays it.
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export function isPicture({ media_type: mediaType }: Pick<StoredObject, 'media_type'>): boolean {
  return pictures.has(mediaType);
}

/** What the headers of a file say. */
export type SentFile = Pick<StoredObject, 'media_type' | 'original_name' | 'sha256' | 'size'>;

/** Sets status and headers of a file, or of a range of it. */
export function describeFile(reply: FastifyReply, object: SentFile, range: ByteRange | null): void {
  const picture = isPicture(object);
  const type = picture || object.media_type === 'application/pdf' ? 'inline' : 'attachment';
  reply.headers({
    'content-type': object.media_type,
    'content-disposition': contentDisposition(object.original_name, { type }),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': picture ? 'private, max-age=300' : 'private, no-store',
    'x-robots-tag': 'noindex',
    'accept-ranges': 'bytes',
    etag: `"${object.sha256}"`,
    'content-length': range ? range.end - range.start + 1 : object.size,
  });
  if (!range) return;
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
}

/** The part of a file that a request asks for; null for the whole. Throws 416 when it doesn't exist. */
export function requestedRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { size, sha256 }: SentFile,
): ByteRange | null {
  const ifRange = headers['if-range'];
  const isSame = ifRange === undefined || ifRange === `"${sha256}"`;
  const range = isSame ? rangeOf(headers.range, size) : null;
  if (range !== 'none') return range;
  reply.header('content-range', `bytes */${size}`);
  throw new HttpError('range_not_satisfiable');
}

/** The part that a Range header requests; null for the whole; 'none' when it doesn't exist. */
function rangeOf(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(header ?? '');
  // Several ranges or another unit may be answered with the whole (RFC 9110, 14.2).
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
