import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import type { PageSource } from './pages.ts';

const root = join(import.meta.dirname, '../../..');

export function builtPages(): PageSource {
  const file = join(root, 'build/server/index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built. Run `npm start`, which builds them.');
  }
  let build: Promise<ServerBuild> | undefined;
  return {
    mode: 'production',
    build: () => {
      build ??= import(pathToFileURL(file).href) as Promise<ServerBuild>;
      return build;
    },
  };
}

/** Serves the pages from their sources, with hot reload. */
export async function developmentPages(): Promise<PageSource> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  return {
    mode: 'development',
    build: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
    attach: (app) => {
      app.addHook('onClose', () => vite.close());
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(api|files|healthz|readyz|socket\.io)(\/|$)/.test(request.url)) return done();
        reply.raw.once('finish', () => {
          if (!reply.sent) reply.hijack();
        });
        vite.middlewares(request.raw, reply.raw, () => done());
      });
    },
  };
}
