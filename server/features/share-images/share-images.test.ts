import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp } from '#tests/harness/app.ts';

const t = suiteApp('sqlite');

async function postJob(values: Record<string, unknown>): Promise<number> {
  const payload = sampleBody('createJob', values);
  const request = { method: 'POST', url: '/api/careers', headers: t.admin.headers } as const;
  return (await t.app.inject({ ...request, payload })).json().id;
}

const paper = [246, 243, 236];

/** The box of a strip's pixels that differ from the card's paper; null in an empty strip. */
async function drawnIn(png: Buffer, [top, bottom]: [number, number]) {
  const data = await sharp(png).removeAlpha().raw().toBuffer();
  const rows = new Set<number>();
  const columns = new Set<number>();
  for (let at = top * 1200 * 3; at < bottom * 1200 * 3; at += 1) {
    if (Math.abs((data[at] ?? 0) - (paper[at % 3] ?? 0)) <= 40) continue;
    rows.add(Math.floor(at / 3 / 1200));
    columns.add(Math.floor(at / 3) % 1200);
  }
  if (rows.size === 0) return null;
  return {
    rows: [Math.min(...rows), Math.max(...rows)],
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

const kicker: [number, number] = [20, 104];
const title: [number, number] = [104, 320];
const detail: [number, number] = [322, 400];
const carrier = { left: 0, top: 400, width: 1200, height: 230 };

async function imageOf(name: number | string) {
  const response = await t.app.inject(`/og/${name}.png`);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toBe('image/png');
  const { width, height } = await sharp(response.rawPayload).metadata();
  expect([width, height]).toEqual([1200, 630]);
  return response;
}

test.each([
  'Car hauler, regional',
  'Conductor señor 🚚 — Übermäßig & <b>łódź</b>',
  'Łódź – Querétaro 🚚',
  'W'.repeat(200),
  `${'A position with many words and no end '.repeat(5)}x`,
  '日本語',
])('draws %j inside its place above the carrier', async (position) => {
  const id = await postJob({ position, location: 'Joliet, IL' });
  const { rawPayload: png } = await imageOf(id);
  expect(png.length).toBeLessThan(60_000);
  for (const strip of [kicker, title, detail]) {
    const { left = 0, right = 1200 } = (await drawnIn(png, strip)) ?? {};
    expect([left >= 64, right < 1137]).toEqual([true, true]);
  }
  // Between the lines is paper: nothing overlaps.
  expect(await drawnIn(png, [96, 112])).toBeNull();
  expect(await drawnIn(png, [312, 330])).toBeNull();
});

/** The pixels of a job's image, without how they are compressed. */
async function pixelsOf(position: string, area = { left: 0, top: 0, width: 1200, height: 630 }) {
  const { rawPayload } = await imageOf(await postJob({ position, location: 'Joliet, IL' }));
  return sharp(rawPayload).extract(area).raw().toBuffer();
}

test.each([
  ['Łódź – Đakovo', 'Lódz – Dakovo'],
  ['Driver 🚚', 'Driver'],
  ['Водитель CDL', 'Open job'],
])('%j is drawn like %j: no letter is left out', async (position, drawn) => {
  expect((await pixelsOf(position)).equals(await pixelsOf(drawn))).toBe(true);
});

test('the images of two jobs differ in their titles only', async () => {
  const [one, other] = ['Night driver', 'Yard lead'];
  const place = { left: 0, top: 104, width: 1200, height: 216 };
  expect((await pixelsOf(one, place)).equals(await pixelsOf(other, place))).toBe(false);
  expect((await pixelsOf(one, carrier)).equals(await pixelsOf(other, carrier))).toBe(true);
});

test('an image is kept until its job changes', async () => {
  const id = await postJob({ position: 'Yard lead' });
  const { headers, rawPayload } = await imageOf(id);
  expect(headers['content-encoding']).toBeUndefined();
  const url = `/og/${id}.png`;
  const same = await t.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
  expect(same.statusCode).toBe(304);
  const { hit } = t.ctx.responseCache.requests;
  await imageOf(id);
  expect(t.ctx.responseCache.requests.hit).toBe(hit + 1);
  const change = { method: 'PUT', url: `/api/careers/${id}`, headers: t.admin.headers } as const;
  await t.app.inject({ ...change, payload: { position: 'Night dispatcher' } });
  expect((await imageOf(id)).rawPayload.equals(rawPayload)).toBe(false);
  await t.app.inject({ ...change, payload: { closed: 1 } });
  expect((await t.app.inject(url)).statusCode).toBe(404);
});

test.each(['home', 'inquiry', 'careers', 'about', 'application', 'testimonials'])(
  'the page %s has an image',
  async (name) => {
    await imageOf(name);
  },
);

test.each(['99999', 'none', 'constructor', '0', '007', '1.5', 'home%2F..', '9'.repeat(30)])(
  'there is no image %s',
  async (name) => {
    expect((await t.app.inject(`/og/${name}.png`)).statusCode).toBe(404);
  },
);

describe('under a flood', () => {
  const limited = suiteApp('sqlite', { config: { rateLimits: true, trustProxy: ['10.0.0.1'] } });

  test('unknown images are counted per line, and one that is kept is served all the same', async () => {
    const ask = (url: string, remoteAddress: string) => limited.app.inject({ url, remoteAddress });
    expect((await ask('/og/home.png', '192.0.2.1')).statusCode).toBe(200);
    const from = '192.0.2.2';
    let refused = 0;
    for (let n = 0; n < 610; n += 1) {
      const { statusCode } = await ask(`/og/${1_000_000 + n}.png`, from);
      expect([404, 429]).toContain(statusCode);
      if (statusCode === 429) refused += 1;
    }
    expect(refused).toBe(10);
    expect((await ask('/og/home.png', from)).statusCode).toBe(200);
  });

  test('requests for one image at once share its drawing', async () => {
    await limited.ctx.responseCache.invalidate();
    const ask = (remoteAddress: string) =>
      limited.app.inject({ url: '/og/careers.png', remoteAddress });
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`192.0.2.${n}`)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
