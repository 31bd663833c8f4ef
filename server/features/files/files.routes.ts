import type { FastifyReply, FastifyRequest } from 'fastify';
import { presignProduct, presignReport, presignSettlement, uploadLimits } from '#contract/files.ts';
import { files as messages } from '#contract/messages/files.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { CheckedObject } from '../../platform/storage/file-checks.ts';
import type { ByteRange, StoredBytes } from '../../platform/storage/storage.ts';
import { ClientDisconnected, NotAsStored, ObjectNotFound } from '../../platform/storage/storage.ts';
import { isOpen, recordOpening } from './file-open-log.ts';
import { describeFile, requestedRange } from './files-headers.ts';
import { downloadName, linkTo, type OpenedLink, openLink } from './files-links.ts';

export const filesRoutes: Routes = (register, ctx, app) => {
  register(presignSettlement, ({ query, user }) => linkTo(ctx, user.userId, query.path));

  register(presignReport, ({ query, user }) => linkTo(ctx, user.userId, query.path));

  register(presignProduct, ({ query, user }) => linkTo(ctx, user.userId, query.key));

  register(uploadLimits, async () => ({
    upload_mb: Math.floor(ctx.config.uploadBytes / 1024 / 1024),
  }));

  app.route<{ Params: { '*': string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    // Length, ranges and entity tag are those of the stored bytes.
    compress: false,
    handler: async (request, reply) => {
      const opened = await openLink(ctx, request.params['*'], request.query);
      return sendObject(ctx, opened, request, reply);
    },
  });
};

async function sendObject(
  ctx: AppContext,
  { access, userId }: OpenedLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, size } = access.object;
  const name = await downloadName(ctx, access.object, userId);
  const range = requestedRange(request, reply, access.object);
  const part: ByteRange = range ?? { start: 0, end: size - 1 };
  const setHeaders = () => describeFile(reply, { ...access.object, original_name: name }, range);
  if (request.method === 'HEAD') {
    setHeaders();
    return reply.send();
  }
  const bytes = await open(ctx, key, part);
  try {
    const isWhole = part.end - part.start + 1 === size;
    const check = await ctx.fileChecks.beforeSending(access.object, isWhole);
    // Later parts of an opened document aren't recorded, nor are the pictures of the store and the spotlight.
    const isFirst =
      !access.isShown &&
      (part.start === 0 || access.given?.isOpened === false || !(await isOpen(ctx, key, userId)));
    if (isFirst) {
      await recordOpening(ctx, {
        key,
        name: access.object.original_name,
        userId,
        ip: request.ip,
        given: access.given,
      });
    }
    setHeaders();
    return await sendBytes(ctx, { object: access.object, bytes, check }, reply);
  } finally {
    await bytes.close();
  }
}

interface BytesToSend {
  object: CheckedObject;
  bytes: StoredBytes;
  /** Compares the bytes with the hash of the whole file. */
  check: ((chunk: Uint8Array) => void) | undefined;
}

/** Bypasses the framework, whose streams allocate a buffer for each chunk. */
async function sendBytes(
  ctx: AppContext,
  { object, bytes, check }: BytesToSend,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.statusCode = reply.statusCode;
  try {
    await bytes.sendTo(raw, check);
    raw.end();
    if (check) ctx.fileChecks.noteIntact(object);
  } catch (error) {
    // Too late for an error reply: the cut connection shows the client that the file is incomplete.
    raw.destroy();
    if (error instanceof ClientDisconnected) return reply;
    if (error instanceof NotAsStored) {
      await ctx.fileChecks.noteDamage(object, error);
      return reply;
    }
    ctx.log.error({ err: error }, 'failed to send a stored file completely');
  }
  return reply;
}

async function open(ctx: AppContext, key: string, part: ByteRange): Promise<StoredBytes> {
  try {
    return await ctx.storage.open(key, part);
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error;
    ctx.log.error({ key }, 'the bytes of a stored file are missing');
    throw notFound(messages.notFound);
  }
}
