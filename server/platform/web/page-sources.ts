import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { root } from '../runtime/root.ts';
import type { PageSource } from './pages.ts';
import { pageRenderer } from './render-page.ts';

export function builtPages(): PageSource {
  const file = join(root, 'build/server/index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built. Run `npm start`, which builds them.');
  }
  const load = async () => {
    const build: ServerBuild = await import(pathToFileURL(file).href);
    return { render: pageRenderer(build, 'production'), version: build.assets.version };
  };
  let loaded: ReturnType<typeof load> | undefined;
  // With the first page: the start doesn't wait for React.
  const pages = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    mode: 'production',
    render: async (request, host) => (await pages()).render(request, host),
    version: async () => (await pages()).version,
  };
}

/** Serves the pages from their sources, with hot reload. */
export async function developmentPages(): Promise<PageSource> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const build = () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>;
  return {
    mode: 'development',
    render: async (request, host) => pageRenderer(await build(), 'development')(request, host),
    version: async () => (await build()).assets.version,
    close: () => vite.close(),
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
