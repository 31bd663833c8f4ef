import type { FastifyReply, FastifyRequest } from 'fastify';
import { presignProduct, presignReport, presignSettlement, uploadLimits } from '#contract/files.ts';
import { files as say } from '#contract/messages/files.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Routes } from '../../platform/routes.ts';
import { MissingBytes } from '../../platform/storage/missing-bytes.ts';
import { ReaderGone } from '../../platform/storage/sending.ts';
import type { ByteRange, StoredBytes } from '../../platform/storage/storage.ts';
import { describeObject } from './files-headers.ts';
import { type LinkParts, linkTo, type OpenedLink, openLink } from './files-links.ts';
import { Openings } from './files-openings.ts';
import { rangeOf } from './files-range.ts';

/** Milliseconds without a byte taken until a reader is hung up on: each holds a file and a part of it in memory. */
const stallMs = 120_000;

export const filesRoutes: Routes = (register, ground, app) => {
  const openings = new Openings(ground);
  app.addHook('onClose', () => openings.flush());

  register(presignSettlement, ({ query, user }) => linkTo(ground, user.userId, query.path));

  register(presignReport, ({ query, user }) => linkTo(ground, user.userId, query.path));

  register(presignProduct, ({ query, user }) => linkTo(ground, user.userId, query.key));

  register(uploadLimits, async () => ({
    upload_mb: Math.floor(ground.config.uploadBytes / 1024 / 1024),
  }));

  app.route<{ Params: { '*': string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    // Length, ranges and entity tag are those of the bytes as they are stored.
    compress: false,
    handler: async (request, reply) => {
      const opened = await openLink(ground, request.params['*'], request.query);
      return sendObject(ground, openings, opened, request, reply);
    },
  });
};

async function sendObject(
  ground: Ground,
  openings: Openings,
  { standing, userId }: OpenedLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, size, sha256 } = standing.object;
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === `"${sha256}"`;
  const range = isSame ? rangeOf(request.headers.range, size) : null;
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new Refusal(416, say.noSuchPart);
  }
  const part: ByteRange = range ?? { start: 0, end: size - 1 };
  const tell = () => {
    describeObject(reply, standing.object);
    reply.header('content-length', part.end - part.start + 1);
    if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  };
  if (request.method === 'HEAD') {
    tell();
    return reply.send();
  }
  const bytes = await open(ground, key, part);
  try {
    // A later part of a document that is open already is no new opening; the first that is read is one.
    // What the store and the spotlight show to everybody is no opening at all.
    const isFirst = part.start === 0 || standing.given?.isOpened === false;
    if (isFirst && !standing.isShown) {
      await openings.note({ key, userId, ip: request.ip, given: standing.given });
    }
    tell();
    return await sendBytes(ground, bytes, reply);
  } finally {
    await bytes.close();
  }
}

/** Sends past the framework: its streams would allocate every piece anew. */
async function sendBytes(
  ground: Ground,
  bytes: StoredBytes,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.statusCode = reply.statusCode;
  raw.setTimeout(stallMs, () => raw.destroy());
  try {
    await bytes.sendTo(raw);
    raw.end();
  } catch (error) {
    // Too late for another answer: a reader who is still there sees that it is not whole.
    raw.destroy();
    if (error instanceof ReaderGone) return reply;
    ground.log.error({ err: error }, 'a stored file could not be sent whole');
  }
  return reply;
}

async function open(ground: Ground, key: string, part: ByteRange): Promise<StoredBytes> {
  try {
    return await ground.storage.open(key, part);
  } catch (error) {
    if (!(error instanceof MissingBytes)) throw error;
    ground.log.error({ key }, 'the bytes of a stored file are missing');
    throw notFound(say.notFound);
  }
}
