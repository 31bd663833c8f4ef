import type { FastifyInstance } from 'fastify';
import type { Ground } from '../../platform/ground.ts';
import { Prepared } from '../../platform/kept.ts';
import { listJobs } from '../careers/careers.service.ts';

const pages = ['/', '/inquiry', '/careers', '/about', '/application'];

/** The addresses of `sitemap.xml` as XML. */
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

/** What search engines ask for: which pages there are, and which are not for them. */
export function siteRoutes(app: FastifyInstance, ground: Ground): void {
  const { publicUrl } = ground.config;

  app.get('/sitemap.xml', async (request, reply) => {
    const answer = await ground.kept.get(
      'sitemap',
      async () =>
        new Prepared(
          siteMap(publicUrl, await listJobs(ground.db)),
          'application/xml; charset=utf-8',
        ),
    );
    return answer?.send(request, reply);
  });

  app.get('/robots.txt', async (_request, reply) => {
    const closed = ['/api/', '/files/', '/portal', '/login', '/applications', '/inquiries'];
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
