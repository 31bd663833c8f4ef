import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from './content-security.ts';

/** Where the build puts what the browser loads. */
export const clientFolder = join(import.meta.dirname, '../../../build/client');

/** Serves the built scripts, styles and fonts: named by their content, so kept for ever. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  if (!existsSync(clientFolder)) {
    throw new Error('The pages are not built. Start with `npm start`, which builds them.');
  }
  await app.register(fastifyStatic, {
    root: join(clientFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    wildcard: true,
  });
  app.get('/favicon.svg', (_request, reply) =>
    reply.sendFile('favicon.svg', clientFolder, { immutable: false, maxAge: '1d' }),
  );
  // Asked for anew each time, as browsers ask for it: what it does is to be of today. It loads an icon.
  app.get('/push-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .sendFile('push-worker.js', clientFolder, { cacheControl: false }),
  );
  // Of a notice: browsers show no SVG there.
  app.get('/push-icon.png', (_request, reply) =>
    reply.sendFile('push-icon.png', clientFolder, { immutable: false, maxAge: '1d' }),
  );
  // A browser that shows a PDF asks for this one by itself.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301));
}
