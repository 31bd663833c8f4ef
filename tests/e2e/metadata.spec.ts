import type { Page } from '@playwright/test';
import { company } from '#contract/company.ts';
import { expect, test } from '../harness/e2e.ts';
import { apply, postJob, sampleJob, signedIn } from './office-api.ts';

interface Head {
  title: string;
  description: string;
  canonical: string;
  og: Record<string, string>;
  card: string;
  robots: string;
  things: Record<string, unknown>[];
}

/** What a search engine reads of the page, without running its scripts. */
async function headOf(page: Page, path: string): Promise<Head> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'text/html');
    const meta = (name: string) =>
      document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
    const og = [...document.querySelectorAll('meta[property^="og:"]')].map((element) => [
      element.getAttribute('property'),
      element.getAttribute('content'),
    ]);
    const scripts = document.querySelectorAll('script[type="application/ld+json"]');
    return {
      title: document.title,
      description: meta('description'),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
      og: Object.fromEntries(og),
      card: meta('twitter:card'),
      robots: meta('robots'),
      things: [...scripts].map((script) => JSON.parse(script.textContent ?? '')),
    };
  }, html);
}

const listed = [
  '/',
  '/inquiry',
  '/careers',
  '/about',
  '/application',
  '/testimonials',
  '/privacy',
  '/terms',
];

test('every public page has its own title, description and canonical link', async ({
  page,
  server,
}) => {
  await page.goto('/robots.txt');
  const metadata = new Map<string, Head>();
  for (const path of [...listed, '/login']) metadata.set(path, await headOf(page, path));
  const all = [...metadata.values()];
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
  for (const [path, head] of metadata) {
    expect(head.title, path).toContain(company.name);
    expect(head.title.length, path).toBeLessThan(75);
    expect(head.description.length, path).toBeGreaterThan(30);
    expect(head.canonical).toBe(server.url + path);
    expect(head.og).toMatchObject({
      'og:title': head.title,
      'og:description': head.description,
      'og:url': server.url + path,
      'og:type': 'website',
      'og:site_name': company.name,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('carrier'),
    });
    expect(head.card, path).toBe('summary_large_image');
    const picture = await page.request.get(head.og['og:image'] ?? '');
    expect(picture.url()).toContain(`${server.url}/assets/`);
    expect(picture.headers()['content-type']).toBe('image/png');
    const bytes = await picture.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(head.robots, path).toBe(path === '/login' ? 'noindex' : '');
  }
});

test('describes the company to search engines', async ({ page, server }) => {
  await page.goto('/robots.txt');
  const { things } = await headOf(page, '/');
  expect(things).toMatchObject([
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: company.name,
      url: `${server.url}/`,
      foundingDate: '1967',
      telephone: company.phones.general.number,
      address: { '@type': 'PostalAddress', addressLocality: 'Joliet', addressRegion: 'IL' },
      sameAs: [company.linkedIn],
    },
  ]);
});

test('the site can be installed on a home screen', async ({ page }) => {
  await page.goto('/about');
  for (const rel of ['apple-touch-icon', 'manifest']) {
    const href = await page.locator(`link[rel="${rel}"]`).getAttribute('href');
    expect((await page.request.get(href ?? '')).status(), rel).toBe(200);
  }
  const touch = await page.request.get('/apple-touch-icon.png');
  expect((await touch.body()).readUInt32BE(16)).toBe(180);
  const manifest = await page.request.get('/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { name, icons } = await manifest.json();
  expect(name).toBe(company.name);
  for (const { src, sizes } of icons) {
    const bytes = await (await page.request.get(src)).body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('every footer links privacy and terms', async ({ page }) => {
  for (const [name, path] of [
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
  ] as const) {
    await page.goto('/inquiry');
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText(company.name).first()).toBeVisible();
  }
});

test("a job is a JobPosting, and its texts aren't markup", async ({ page, server }) => {
  const position = 'Night </script><b>driver</b>';
  const id = await postJob(server, { position });
  await page.goto('/robots.txt');
  const head = await headOf(page, `/careers/${id}`);
  expect(head.canonical).toBe(`${server.url}/careers/${id}`);
  expect(head.title).toBe(`${position}, Joliet, IL | ${company.name}`);
  expect(head.things).toMatchObject([
    {
      '@type': 'JobPosting',
      title: position,
      datePosted: sampleJob.datePosted,
      hiringOrganization: { '@type': 'Organization', name: company.name },
      jobLocation: {
        '@type': 'Place',
        address: { addressLocality: 'Joliet', addressRegion: 'IL', addressCountry: 'US' },
      },
      directApply: true,
    },
  ]);
  expect(String(head.things[0]?.description)).toContain('<li>Load nine cars</li>');
});

test('the sitemap lists pages and jobs, and robots.txt names it', async ({ page, server }) => {
  const id = await postJob(server);
  const map = await page.request.get('/sitemap.xml');
  expect(map.headers()['content-type']).toContain('application/xml');
  const addresses = [...(await map.text()).matchAll(/<loc>(.+?)<\/loc>/g)].map(([, loc]) => loc);
  for (const path of [...listed, `/careers/${id}`]) expect(addresses).toContain(server.url + path);
  for (const address of addresses) {
    expect((await page.request.get(address ?? '')).status(), address).toBe(200);
  }
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  for (const path of ['/api/', '/portal', '/login']) expect(robots).toContain(`Disallow: ${path}`);
});

test('refuses a form posted to a page that takes none, without logging an error', async ({
  page,
  server,
}) => {
  const before = server.output().length;
  const answer = await page.request.post('/about', { form: { a: 'b' } });
  expect(answer.status()).toBe(405);
  expect(server.output().slice(before)).not.toMatch(/Error: |\n\s+at /);
});

test('returns 404 for unknown pages', async ({ page }) => {
  const missing = ['/careers/99999', '/careers/abc', '/application/99999', '/nothing', '/api/no'];
  for (const path of missing) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test("portal pages aren't indexed and hold no personal data", async ({ page, server }) => {
  await apply(server);
  await signedIn(page, server);
  for (const path of ['/portal', '/portaljobs', '/applications', '/inquiries', '/signup']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toMatch(/<meta name="robots" content="noindex"/);
    expect(html, path).not.toContain('Quintero');
  }
});

test('allows no unknown inline script and no other host', async ({ page }) => {
  for (const path of ['/', '/inquiry', '/portal']) {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    expect(scripts, path).toContain("'self'");
    expect(scripts, path).not.toContain('unsafe');
    expect(policy, path).not.toMatch(/google|https:/);
  }
});
