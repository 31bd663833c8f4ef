import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { StoredObject } from './files.queries.ts';

/** What an uploaded picture can be once it was re-encoded. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);

// Nothing in a file may run or reach out, whatever a viewer makes of it.
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Whether it is a picture, which pages show again and again. */
export function isPicture({ media_type: mediaType }: StoredObject): boolean {
  return pictures.has(mediaType);
}

/** Sets the response headers of a stored file. */
export function describeObject(reply: FastifyReply, object: StoredObject): void {
  const picture = isPicture(object);
  // Shown in the browser; all else is saved.
  const type = picture || object.media_type === 'application/pdf' ? 'inline' : 'attachment';
  reply.headers({
    'content-type': object.media_type,
    'content-disposition': contentDisposition(object.original_name, { type }),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': picture ? 'private, max-age=300' : 'private, no-store',
    'accept-ranges': 'bytes',
    etag: `"${object.sha256}"`,
  });
}
