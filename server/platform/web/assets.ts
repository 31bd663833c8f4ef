import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from '../http/content-security.ts';
import { root } from '../runtime/root.ts';

/** The build's output for the browser. */
export const clientFolder = join(root, 'build/client');

/** Serves the built scripts, styles and fonts; their names contain a hash, so browsers may cache them forever. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  if (!existsSync(clientFolder)) {
    throw new Error('The pages are not built. Run `npm start`, which builds them.');
  }
  await app.register(fastifyStatic, {
    root: join(clientFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    wildcard: true,
    setHeaders: (reply, path) => {
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  // Notifications and home screens don't support SVG.
  const icons = ['favicon.svg', 'push-icon.png', 'apple-touch-icon.png', 'icon-512.png'];
  for (const icon of icons) {
    app.get(`/${icon}`, (_request, reply) =>
      reply.sendFile(icon, clientFolder, { immutable: false, maxAge: '1d' }),
    );
  }
  // Never cached, so that browsers run the current version.
  app.get('/service-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .sendFile('service-worker.js', clientFolder, { cacheControl: false }),
  );
  // Browsers request this path on their own when they show a PDF.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301));
}
