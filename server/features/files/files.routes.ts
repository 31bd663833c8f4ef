import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presignProduct, presignReport, presignSettlement } from '#contract/files.ts';
import { files as say } from '#contract/messages/files.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Routes } from '../../platform/routes.ts';
import { MissingBytes } from '../../platform/storage/missing-bytes.ts';
import type { ByteRange } from '../../platform/storage/storage.ts';
import { noteOpening } from './files.service.ts';
import { type LinkParts, linkTo, type OpenedLink, openLink } from './files-links.ts';
import { rangeOf } from './files-range.ts';

/** Shown in the browser; all else is saved. */
const inline = new Set(['application/pdf']);

// Nothing in a file may run or reach out, whatever a viewer makes of it.
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export const filesRoutes: Routes = (register, ground, app) => {
  register(presignSettlement, async ({ query, user }) => ({
    url: await linkTo(ground, user, query.path),
  }));

  register(presignReport, async ({ query, user }) => ({
    url: await linkTo(ground, user, query.path),
  }));

  register(presignProduct, async ({ query, user }) => ({
    url: await linkTo(ground, user, query.key),
  }));

  app.route<{ Params: { '*': string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    handler: async (request, reply) => {
      const opened = await openLink(ground, request.params['*'], request.query);
      return sendObject(ground, opened, request, reply);
    },
  });
};

function describe(reply: FastifyReply, object: OpenedLink['object']): void {
  const type = inline.has(object.media_type) ? 'inline' : 'attachment';
  reply.headers({
    'content-type': object.media_type,
    'content-disposition': contentDisposition(object.original_name, { type }),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: `"${object.sha256}"`,
  });
}

async function sendObject(
  ground: Ground,
  { object, userId }: OpenedLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size } = object;
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === `"${object.sha256}"`;
  const range = isSame ? rangeOf(request.headers.range, size) : null;
  if (range === 'none') {
    describe(reply, object);
    reply.headers({ 'content-range': `bytes */${size}`, 'content-length': 0 });
    return reply.code(416).send();
  }
  const part: ByteRange = range ?? { start: 0, end: size - 1 };
  const bytes = request.method === 'HEAD' ? null : await read(ground, object.key, part);
  // A later part of a document that is open already is no new opening.
  if (bytes && part.start === 0) await noteOpening(ground, object.key, { userId, ip: request.ip });
  describe(reply, object);
  reply.header('content-length', part.end - part.start + 1);
  if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  return bytes ? reply.send(bytes) : reply.send();
}

async function read(ground: Ground, key: string, part: ByteRange): Promise<Readable> {
  try {
    return await ground.storage.read(key, part);
  } catch (error) {
    if (!(error instanceof MissingBytes)) throw error;
    ground.log.error({ key }, 'the bytes of a stored file are missing');
    throw notFound(say.notFound);
  }
}
