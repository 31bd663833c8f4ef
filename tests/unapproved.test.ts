/** Nothing is public before an admin approves it. */
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { publicPages } from '../bench/first-load.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { createId } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { makeInvitation, revise, writeWith } from './harness/testimonials.ts';

const t = suiteApp('sqlite', { pages: builtPages() });
beforeAll(() => createId(t, 'createJob'));

const calls = endpoints
  .filter(({ access, method }) => access === 'public' && method === 'GET')
  .map(({ path }) => path.replace('{id}', '1'));
const home = ['/', '/_root.data', '/_.data', '/testimonials', '/api/testimonials/approved'];

const link = ['/testimonial/{code}', '/testimonial/{code}.data'];
const others = ['/sitemap.xml', '/robots.txt', '/portal', '/api/openapi.json', '/no/such/page'];
const allAddresses = [...home, ...publicPages(1), ...calls, ...link, ...others];

/** The public addresses whose response contains a text. */
async function publicPlaces(marker: string, code: string, among = allAddresses): Promise<string[]> {
  const found: string[] = [];
  for (const url of new Set(among.map((path) => path.replace('{code}', code)))) {
    const { body } = await t.app.inject({ url });
    if (body.includes(marker)) found.push(url);
  }
  return found;
}

test('a testimonial is public only while approved', async () => {
  const markers = sampleBody('writeTestimonial', {
    quote: 'marker-quote',
    client: 'marker-client',
    role: 'marker-role',
    company: 'marker-company',
    city: 'marker-city',
  });
  const { id, code } = await makeInvitation(t);
  const places = () => publicPlaces('marker-', code);
  expect((await writeWith(t, code, markers)).statusCode).toBe(201);
  expect(await places(), 'waiting').toEqual([]);

  await revise(t, id, { status: 'approved' });
  const shown = await places();
  expect(shown, 'approved').toEqual(expect.arrayContaining(['/', '/api/testimonials/approved']));
  expect(home, 'and nowhere else').toEqual(expect.arrayContaining(shown));
  await revise(t, id, { status: 'declined' });
  expect(await places(), 'declined').toEqual([]);

  await revise(t, id, { status: 'approved', quote: 'marker-edited' });
  expect(await publicPlaces('marker-edited', code, home)).toContain('/');
  expect(await publicPlaces('marker-quote', code, home)).toEqual([]);
  const url = `/api/testimonials/${id}`;
  await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
  expect(await publicPlaces('marker-', code, home), 'deleted').toEqual([]);
});

test("the home page omits testimonials that can't be loaded and isn't cached", async () => {
  const { id, code } = await makeInvitation(t);
  await writeWith(t, code, sampleBody('writeTestimonial', { quote: 'shown later' }));
  await revise(t, id, { status: 'approved' });
  const { db } = t.ctx;
  await db.schema.alterTable('testimonials').renameTo('away').execute();
  await t.ctx.responseCache.invalidate();
  const without = await t.app.inject('/');
  await db.schema.alterTable('away').renameTo('testimonials').execute();
  expect([without.statusCode, without.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(without.body).not.toContain('shown later');
  expect((await t.app.inject('/')).body).toContain('shown later');
});
