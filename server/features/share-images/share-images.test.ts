import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';

const t = suiteApp('sqlite');

const postJob = (position: string) =>
  createId(t, 'createJob', { position, location: 'Joliet, IL' });

const paper = [246, 243, 236];

/** From where to where a strip's pixels differ from the card's paper; null in an empty strip. */
async function drawnIn(png: Buffer, [top, bottom]: [number, number]) {
  const data = await sharp(png).removeAlpha().raw().toBuffer();
  const columns = new Set<number>();
  for (let at = top * 1200 * 3; at < bottom * 1200 * 3; at += 1) {
    if (Math.abs((data[at] ?? 0) - (paper[at % 3] ?? 0)) <= 40) continue;
    columns.add(Math.floor(at / 3) % 1200);
  }
  return columns.size === 0 ? null : [Math.min(...columns), Math.max(...columns)];
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
  'Conductor señor 🚚 — Übermäßig & <b>łódź</b>',
  'W'.repeat(200),
  `${'A position with many words and no end '.repeat(5)}x`,
])('draws %j inside its place above the carrier', async (position) => {
  const { rawPayload: png } = await imageOf(await postJob(position));
  expect(png.length).toBeLessThan(60_000);
  for (const strip of [kicker, title, detail]) {
    const [left = 0, right = 1200] = (await drawnIn(png, strip)) ?? [];
    expect([left >= 64, right < 1137], `${left} to ${right}`).toEqual([true, true]);
  }
  // Between the lines is paper: nothing overlaps.
  expect(await drawnIn(png, [96, 112])).toBeNull();
  expect(await drawnIn(png, [312, 330])).toBeNull();
});

test('titles are drawn without unknown letters, or replaced, and nothing else differs', async () => {
  const drawn = async (position: string) => {
    const { rawPayload } = await imageOf(await postJob(position));
    const pixels = async (area?: typeof carrier) => {
      const image = area ? sharp(rawPayload).extract(area) : sharp(rawPayload);
      return (await image.raw().toBuffer()).toString('base64');
    };
    return { whole: await pixels(), carrier: await pixels(carrier) };
  };
  const [known, open] = [await drawn('Lódz'), await drawn('Open job')];
  expect((await drawn('Łódź 🚚')).whole).toBe(known.whole);
  expect((await drawn('Водитель CDL')).whole).toBe(open.whole);
  expect(open.whole).not.toBe(known.whole);
  expect(open.carrier).toBe(known.carrier);
});

test('an image is kept until its job changes', async () => {
  const id = await postJob('Yard lead');
  const { headers, rawPayload } = await imageOf(id);
  expect(headers['content-encoding']).toBeUndefined();
  const url = `/og/${id}.png`;
  const same = await t.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
  expect(same.statusCode).toBe(304);
  const { hit } = t.ctx.responseCache.requests;
  await imageOf(id);
  expect(t.ctx.responseCache.requests.hit).toBe(hit + 1);
  const change = (body: object) => send(t, 'PUT', `/api/careers/${id}`, t.admin, body);
  await change({ position: 'Night dispatcher' });
  expect((await imageOf(id)).rawPayload.equals(rawPayload)).toBe(false);
  await change({ closed: 1 });
  expect((await t.app.inject(url)).statusCode).toBe(404);
});

test('there is no image of anything else', async () => {
  for (const name of ['99999', 'none', 'constructor', '0', '007', '1.5', 'home%2F..']) {
    expect((await t.app.inject(`/og/${name}.png`)).statusCode, name).toBe(404);
  }
});

describe('under a flood', () => {
  const limited = suiteApp('sqlite', { config: { rateLimits: true, trustProxy: ['10.0.0.1'] } });

  test('unknown images are counted per line, and one that is kept is served all the same', async () => {
    const ask = (url: string, remoteAddress: string) => limited.app.inject({ url, remoteAddress });
    expect((await ask('/og/home.png', '192.0.2.1')).statusCode).toBe(200);
    const from = '192.0.2.2';
    // The line's calls of this minute but one.
    for (let n = 1; n < 600; n += 1) limited.ctx.limits.countCall(from);
    expect((await ask('/og/1000001.png', from)).statusCode).toBe(404);
    expect((await ask('/og/1000002.png', from)).statusCode).toBe(429);
    expect((await ask('/og/home.png', from)).statusCode).toBe(200);
  });
});
