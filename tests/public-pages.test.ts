/** Pages for search engines and visitors without scripts: metadata, sitemap, icons and server-rendered job pages. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import routes from '#web/routes.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { createId } from './fixtures/valid-requests.ts';
import { startApp, type TestApp } from './harness/app.ts';

const publicUrl = 'https://www.example.com';

let t: TestApp;
beforeAll(async () => {
  t = await startApp('sqlite', { config: { publicUrl }, pages: builtPages() });
});
afterAll(() => t.close());

const get = (url: string) => t.app.inject(url);

async function htmlOf(path: string): Promise<string> {
  const response = await get(path);
  expect(response.statusCode, path).toBe(200);
  return response.body;
}

const postJob = (job: object) =>
  createId(t, 'createJob', { payMin: undefined, payMax: undefined, ...job });

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const plain = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name) => entities[name] ?? whole);

/** The text of a page, without scripts and markup. */
function textOf(html: string): string {
  const body = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<!-- -->/g, '');
  return plain(body.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
}

/** The tags that search engines and link previews read. */
async function headOf(path: string) {
  const html = await htmlOf(path);
  const value = (pattern: RegExp) => plain(pattern.exec(html)?.[1] ?? '');
  const og = [...html.matchAll(/<meta property="(og:[^"]+)" content="([^"]*)"/g)];
  const jsonLd = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return {
    title: value(/<title>([^<]*)</),
    description: value(/<meta name="description" content="([^"]*)"/),
    canonical: value(/<link rel="canonical" href="([^"]*)"/),
    card: value(/<meta name="twitter:card" content="([^"]*)"/),
    robots: value(/<meta name="robots" content="([^"]*)"/),
    og: Object.fromEntries(og.map(([, name, content = '']) => [name, plain(content)])),
    jsonLd: jsonLd.map(([, text = '']) => JSON.parse(text)),
  };
}

const listed = [
  ...['/', '/inquiry', '/careers', '/about', '/application', '/testimonials'],
  ...['/privacy', '/terms'],
];

/** Width and height from a PNG's header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('metadata', () => {
  test('every page has its own title, description, canonical link and preview', async () => {
    const heads = await Promise.all(
      [...listed, '/login'].map(async (path) => ({ path, ...(await headOf(path)) })),
    );
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
    for (const { path, title, description, canonical, og, card, robots } of heads) {
      expect(title, path).toContain(company.name);
      expect(title.length, path).toBeLessThan(75);
      expect(description.length, path).toBeGreaterThan(30);
      expect(canonical).toBe(publicUrl + path);
      expect(og).toMatchObject({
        'og:title': title,
        'og:description': description,
        'og:url': canonical,
        'og:type': 'website',
        'og:site_name': company.name,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringContaining('carrier'),
      });
      expect(card, path).toBe('summary_large_image');
      expect(robots, path).toBe(path === '/login' ? 'noindex' : '');
    }
    const pictures = new Set(heads.map(({ og }) => og['og:image'] ?? ''));
    expect(pictures.size).toBe(6);
    for (const picture of pictures) {
      expect(picture).toMatch(new RegExp(`^${publicUrl}/og/[a-z]+\\.png$`));
      const response = await get(new URL(picture).pathname);
      expect(response.headers['content-type']).toBe('image/png');
      expect(sizeOf(response.rawPayload)).toEqual([1200, 630]);
    }
  });

  test('describes the company to search engines', async () => {
    expect((await headOf('/')).jsonLd).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: company.name,
        url: `${publicUrl}/`,
        foundingDate: '1967',
        telephone: company.phones.general.number,
        address: { '@type': 'PostalAddress', addressLocality: 'Joliet', addressRegion: 'IL' },
        sameAs: [company.linkedIn],
      },
    ]);
  });

  test("a job is a JobPosting, and its texts aren't markup", async () => {
    const position = 'Night </script><b>driver</b>';
    const job = { position, location: 'Joliet, IL', datePosted: '2026-02-03' };
    const id = await postJob({ ...job, jobResponsibilities: 'Load nine cars\nInspect' });
    const head = await headOf(`/careers/${id}`);
    expect(head.canonical).toBe(`${publicUrl}/careers/${id}`);
    expect(head.title).toBe(`${position}, Joliet, IL | ${company.name}`);
    expect(head.jsonLd).toMatchObject([
      {
        '@type': 'JobPosting',
        title: position,
        description: expect.stringContaining('<li>Load nine cars</li>'),
        datePosted: '2026-02-03',
        hiringOrganization: { '@type': 'Organization', name: company.name },
        jobLocation: {
          '@type': 'Place',
          address: { addressLocality: 'Joliet', addressRegion: 'IL', addressCountry: 'US' },
        },
        directApply: true,
      },
    ]);
  });

  test('the portal can be installed on a home screen', async () => {
    const html = await htmlOf('/about');
    expect(html).toMatch(/<link rel="manifest" href="\/manifest.webmanifest"/);
    expect(html).toMatch(/<link rel="apple-touch-icon" href="\/apple-touch-icon.png"/);
    expect(sizeOf((await get('/apple-touch-icon.png')).rawPayload)).toEqual([180, 180]);
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const { name, icons, ...rest } = manifest.json();
    expect(name).toBe(company.name);
    expect(rest).toMatchObject({
      id: '/',
      start_url: '/portal',
      scope: '/',
      display: 'standalone',
    });
    const shortcuts = rest.shortcuts.map(({ url }: { url: string }) => url);
    expect(shortcuts).toEqual(['/chat', '/settlements', '/claims?report=1']);
    for (const url of shortcuts) expect((await get(url)).statusCode, url).toBe(200);
    expect(icons).toContainEqual(expect.objectContaining({ purpose: 'maskable' }));
    for (const { src, sizes } of icons) {
      expect(sizeOf((await get(src)).rawPayload).join('x')).toBe(sizes);
    }
  });

  test('the sitemap lists pages and jobs, and robots.txt names it', async () => {
    const id = await postJob({});
    const map = await get('/sitemap.xml');
    expect(map.headers['content-type']).toContain('application/xml');
    const urls = [...map.body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => url);
    expect(urls).toEqual(
      expect.arrayContaining([...listed, `/careers/${id}`].map((path) => publicUrl + path)),
    );
    for (const url of urls) expect((await get(new URL(url).pathname)).statusCode, url).toBe(200);
    const robots = (await get('/robots.txt')).body;
    expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    for (const path of ['/api/', '/portal', '/login']) {
      expect(robots).toContain(`Disallow: ${path}`);
    }
  });

  test.each(['/portal', '/portaljobs', '/applications', '/inquiries', '/signup', '/users'])(
    "%s isn't indexed and holds no data, even for an admin",
    async (path) => {
      expect((await headOf(path)).robots).toBe('noindex');
      const payload = sampleBody('sendInquiry', { contact_person: 'Quintero' });
      const inquiry = await t.app.inject({ method: 'POST', url: '/api/inquiry', payload });
      expect(inquiry.statusCode, inquiry.body).toBe(201);
      const html = (await t.app.inject({ url: path, headers: t.admin.headers })).body;
      for (const name of ['Quintero', 'admin@example.com']) expect(html).not.toContain(name);
    },
  );

  const byCode = JSON.stringify(routes).match(/[\w/]+\/:code[\w/]*/g) ?? [];
  test.each(byCode.flatMap((path) => [`/${path}`, `/es/${path}`]))(
    "%s isn't indexed or stored, and crawlers may see that",
    async (path) => {
      expect((await get('/robots.txt')).body).not.toContain(`Disallow: ${path.split(':')[0]}`);
      const { body, headers, statusCode } = await get(path.replace(':code', 'x'.repeat(43)));
      expect(statusCode).toBe(404);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      expect(headers['referrer-policy']).toBe(/reset/.test(path) ? 'no-referrer' : 'same-origin');
      expect(body).toContain('<meta name="robots" content="noindex"');
    },
  );
});

test.each([
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
])('the footer and the forms link %s', async (name, path) => {
  const [, footer = ''] = (await htmlOf('/about')).split('<footer');
  expect(footer).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>${name}<`));
  expect(await htmlOf(path)).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`));
  for (const form of ['/inquiry', '/application']) {
    const [, main = ''] = (await htmlOf(form)).split('<form');
    expect(main.split('</form>')[0], form).toContain(`href="${path}"`);
  }
});

describe('the job list', () => {
  const list = async (search = '') => textOf(await htmlOf(`/careers${search}`));
  beforeEach(async () => {
    for (const { id } of (await get('/api/careers')).json()) {
      const url = `/api/careers/${id}`;
      await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    }
  });

  test("offers 'Finance' only while such a job exists (C1)", async () => {
    expect(await list()).not.toContain('Finance');
    await postJob({ department: 'Finance' });
    expect(await list('?department=Finance')).toContain('1 Results');
    expect(await htmlOf('/careers?department=Finance')).toMatch(
      /<option [^>]*selected[^>]*>Finance</,
    );
  });

  test('shows an empty state and a link to the general application', async () => {
    const html = await htmlOf('/careers');
    expect(textOf(html)).toContain('0 Results No jobs currently available.');
    expect(html).toMatch(/href="\/application"[^>]*>Send an application</);
  });

  test('omits a job past its last day, and its page shows that it is closed', async () => {
    const closed = await postJob({ position: 'Closed job', validThrough: '2026-02-28' });
    const open = await postJob({ position: 'Open job', validThrough: '2199-12-31' });
    const text = await list();
    expect(text).toContain('1 Results');
    expect(text).toContain('Open job');
    const page = await get(`/careers/${closed}`);
    expect(page.statusCode).toBe(410);
    expect(textOf(page.body)).toContain('This job closed on 2026-02-28.');
    expect(textOf(page.body)).not.toContain('Apply Now');
    expect(page.body).not.toContain('application/ld+json');
    expect(page.body).toContain('<meta name="robots" content="noindex"');
    // Beside it the open ones, and a form that works without the job.
    expect(page.body).toContain(`href="/careers/${open}"`);
    const form = await get(`/application/${closed}`);
    expect([form.statusCode, textOf(form.body).includes('no longer listed')]).toEqual([410, true]);
    const map = (await get('/sitemap.xml')).body;
    expect(map).toContain(`/careers/${open}<`);
    expect(map).not.toContain(`/careers/${closed}<`);
  });

  test('a deleted job’s page is gone and offers the open ones; one that never was is unknown', async () => {
    const [deleted, open] = [await postJob({ position: 'Gone' }), await postJob({})];
    const url = `/api/careers/${deleted}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    const page = await get(`/careers/${deleted}`);
    expect(page.statusCode).toBe(410);
    expect(textOf(page.body)).toContain('This job is closed');
    expect(page.body).toContain(`href="/careers/${open}"`);
    expect(page.body).not.toContain('application/ld+json');
    expect(page.body).toContain('<meta name="robots" content="noindex"');
    expect((await get(`/application/${deleted}`)).statusCode).toBe(410);
    expect((await get('/careers/99999')).statusCode).toBe(404);
  });
});
