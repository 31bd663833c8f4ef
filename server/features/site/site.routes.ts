import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company/profile.ts';
import type { Job } from '#contract/jobs.ts';
import { languages } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { CachedResponse } from '../../platform/cache/response-cache.ts';
import { allJobs } from '../jobs/jobs.service.ts';
import { indeedFeed, rssFeed } from './job-feeds.ts';

const pages = [
  '/',
  '/inquiry',
  '/careers',
  '/about',
  '/application',
  '/testimonials',
  '/privacy',
  '/terms',
];

function siteMap(publicUrl: string, jobs: readonly { id: number; datePosted: string }[]): string {
  const entry = (path: string, more = '') =>
    languages.map(
      (language) => `<url><loc>${publicUrl}${pathIn(language, path)}</loc>${more}</url>`,
    );
  const entries = [
    ...pages.flatMap((path) => entry(path)),
    ...jobs.flatMap((job) => entry(`/careers/${job.id}`, `<lastmod>${job.datePosted}</lastmod>`)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** The web app manifest: employees install the portal. */
const manifest = {
  id: '/',
  name: company.name,
  short_name: company.shortName,
  start_url: '/portal',
  scope: '/',
  display: 'standalone',
  background_color: '#12161c',
  theme_color: '#12161c',
  icons: [
    { src: '/push-icon.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Chat', url: '/chat' },
    { name: 'Settlements', url: '/settlements' },
    { name: 'Report damage', url: '/claims?report=1' },
  ],
};

/** Serves sitemap.xml, the feeds of jobs, robots.txt and the web app manifest. */
export function siteRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { publicUrl } = ctx.config;

  /** Serves a document about the open jobs, which is kept until a write changes them. */
  const serveJobs = (path: string, type: string, write: (jobs: readonly Job[]) => string) =>
    app.get(path, async (request, reply) => {
      const build = async () => {
        const text = write(await allJobs(ctx.db, ctx.now(), 'open'));
        return new CachedResponse(text, `${type}; charset=utf-8`);
      };
      const document = await ctx.responseCache.get(`site ${path}`, build, request);
      return document?.send(request, reply);
    });
  serveJobs('/sitemap.xml', 'application/xml', (jobs) => siteMap(publicUrl, jobs));
  serveJobs('/careers.xml', 'application/xml', (jobs) => indeedFeed(jobs, publicUrl, ctx.now()));
  serveJobs('/careers.rss', 'application/rss+xml', (jobs) => rssFeed(jobs, publicUrl));

  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest)),
  );

  app.get('/robots.txt', async (_request, reply) => {
    // Not the private pages: who may not read them can't see that they aren't to be indexed.
    const disallowed = ['/api/', '/files/', '/portal', '/login', '/applications', '/inquiries'];
    const lines = [
      'User-agent: *',
      ...disallowed.flatMap((path) => [`Disallow: ${path}`, `Disallow: ${pathIn('es', path)}`]),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
