import zlib, { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Responses that are compressed at the same time; more are sent as they are. An encoder takes memory outside of the heap. */
const maxEncoders = 16;

type Encoder = zlib.BrotliCompress | zlib.Gzip;

/** Compresses responses as they are sent; those in memory and the built files are compressed already. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  let encoders = 0;
  const counted =
    <Options>(create: (options?: Options) => Encoder) =>
    (options?: Options) => {
      encoders += 1;
      return create(options).once('close', () => {
        encoders -= 1;
      });
    };
  app.addHook('onSend', (request, _reply, payload, done) => {
    // Tells the plugin, whose hooks run after this one, not to compress.
    if (encoders >= maxEncoders) request.headers['x-no-compression'] = 'busy';
    done(null, payload);
  });
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      // A window of 256 kB takes a tenth of the default one's memory.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
    zlib: {
      ...zlib,
      createBrotliCompress: counted(zlib.createBrotliCompress),
      createGzip: counted(zlib.createGzip),
    },
  });
}
