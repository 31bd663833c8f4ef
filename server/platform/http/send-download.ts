import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Download {
  name: string;
  mediaType: string;
}

/** Streams a file that the browser saves. What fails before its first bytes gets an error reply. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType }: Download,
  content: AsyncGenerator<Buffer | string>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': mediaType,
    'content-disposition': contentDisposition(name),
    'cache-control': 'private, no-store',
  };
  if (request.method === 'HEAD') return reply.headers(headers).send();
  const first = await content.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* content;
  }
  return reply.headers(headers).send(Readable.from(all(), { objectMode: false }));
}
