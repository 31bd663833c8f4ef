import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { root } from '../root.ts';
import type { PageSource } from './pages.ts';
import { openWorkerRenderer } from './worker-renderer.ts';

export function builtPages(): PageSource {
  const file = join(root, 'build/server/index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built. Run `npm start`, which builds them.');
  }
  const buildUrl = pathToFileURL(file).href;
  return { mode: 'production', open: () => openWorkerRenderer(buildUrl) };
}

/** Serves the pages from their sources, with hot reload. */
export async function developmentPages(): Promise<PageSource> {
  const { createServer } = await import('vite');
  // In production only the worker thread loads it, and React Router with it.
  const { renderPage } = await import('./render-page.ts');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const build = () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>;
  return {
    mode: 'development',
    open: () => ({
      render: async (request, host) => renderPage(await build(), 'development', request, host),
      version: async () => (await build()).assets.version,
      close: () => vite.close(),
    }),
    attach: (app) => {
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
