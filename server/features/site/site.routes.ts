import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company/profile.ts';
import { today } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { CachedResponse } from '../../platform/cache/response-cache.ts';
import { allJobs } from '../jobs/jobs.service.ts';

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
  const entries = [
    ...pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ...jobs.map(
      (job) =>
        `<url><loc>${publicUrl}/careers/${job.id}</loc><lastmod>${job.datePosted}</lastmod></url>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

async function openJobs({ db, now }: AppContext) {
  const day = today(now());
  return (await allJobs(db)).filter(({ validThrough }) => !validThrough || validThrough >= day);
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

/** Serves sitemap.xml, robots.txt and the web app manifest. */
export function siteRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { publicUrl } = ctx.config;

  app.get('/sitemap.xml', async (request, reply) => {
    const sitemap = await ctx.responseCache.get(
      'sitemap',
      async () =>
        new CachedResponse(
          siteMap(publicUrl, await openJobs(ctx)),
          'application/xml; charset=utf-8',
        ),
      request,
    );
    return sitemap?.send(request, reply);
  });

  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest)),
  );

  app.get('/robots.txt', async (_request, reply) => {
    const disallowed = [
      '/api/',
      '/files/',
      '/portal',
      '/login',
      '/applications',
      '/inquiries',
      '/inquiry/',
    ];
    const lines = [
      'User-agent: *',
      ...disallowed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
