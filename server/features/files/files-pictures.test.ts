/** Pictures with variants in several widths, from the upload to the deletion. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { ownedFilesOf, presignCalls } from '#tests/harness/owned-files.ts';
import { cap, itemForm, productOf, productsOf } from '#tests/records/store-and-news.ts';

/** As phones store it: 330 × 400 once it is upright. */
const photo = await photoOf({ width: 400, height: 330 });
const variants = ['avif 320 388', 'avif 330 400', 'webp 320 388', 'webp 330 400'];

const t = suiteApp('sqlite');
const files = ownedFilesOf(() => t);
const documents = documentsOf(() => t);

/** The stored keys; expects a row for each and no temporary file. */
async function stored(): Promise<string[]> {
  expect(await readdir(join(t.ctx.config.dataDir, 'tmp'))).toEqual([]);
  return documents.stored();
}
beforeEach(async () => {
  for (const { id } of await productsOf(t)) await send(t, 'DELETE', `/api/store/${id}`, t.admin);
  expect(await stored()).toEqual([]);
});

async function added() {
  const response = await send(t, 'POST', '/api/store/upload', t.admin, itemForm(cap, photo));
  expect(response.statusCode, response.body).toBe(201);
  const product = await productOf(t, response.json().id);
  if (!product?.image_key || !product.picture) throw new Error('not listed with its picture');
  return { id: product.id, image_key: product.image_key, picture: product.picture };
}
const signed = async (key: string, by = t.employee) => {
  const response = await files.presign(key, by, presignCalls[2]);
  return { status: response.statusCode, ...response.json() };
};
const entriesOf = (srcset: string) =>
  srcset.split(', ').map((entry) => {
    const [url = '', width = ''] = entry.split(' ');
    return { url, width: Number(/^(\d+)w$/.exec(width)?.[1]) };
  });

test('links and sends a photo in each width, upright and without its metadata', async () => {
  const { image_key: key, picture } = await added();
  expect(key).toMatch(/^products\/[0-9a-f-]{36}\.webp$/);
  expect(picture).toMatchObject({ width: 330, height: 400 });
  expect(picture.color).toMatch(/^#[0-9a-f]{6}$/);

  const { url, srcset, avif_srcset } = await signed(key);
  const sets = { webp: entriesOf(srcset), avif: entriesOf(avif_srcset) };
  expect(url).toBe(sets.webp.at(-1)?.url);
  const seen: string[] = [];
  const keys = new Set<string>();
  for (const [kind, set] of Object.entries(sets)) {
    expect(set.map(({ width }) => width)).toEqual([320, 330]);
    for (const entry of set) {
      const link = new URL(entry.url, 'http://x');
      const { searchParams } = new URL(url, 'http://x');
      expect(link.searchParams.get('expires')).toBe(searchParams.get('expires'));
      const response = await t.app.inject(entry.url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe(`image/${kind}`);
      const { width, height, orientation, exif } = await sharp(response.rawPayload).metadata();
      expect([width, orientation, exif]).toEqual([entry.width, undefined, undefined]);
      expect(response.rawPayload.includes('Telephone')).toBe(false);
      seen.push(`${kind} ${width} ${height}`);
      keys.add(link.pathname.replace('/files/', ''));
    }
  }
  expect(seen.toSorted()).toEqual(variants);
  expect(await stored()).toEqual([...keys].toSorted());
});

test('a variant can be opened as long as its picture is shown', async () => {
  const { id, image_key: key } = await added();
  const url = entriesOf((await signed(key)).avif_srcset)[0]?.url ?? '';
  const variant = url.replace(/^\/files\/(.*)\?.*$/, '$1');
  const link = expect.stringContaining(`/files/${variant}?`);
  expect(await signed(variant)).toEqual({ status: 200, url: link });
  expect((await send(t, 'DELETE', `/api/store/${id}`, t.admin)).statusCode).toBe(200);
  for (const gone of [key, variant]) expect((await signed(gone)).status).toBe(404);
  expect((await t.app.inject(url)).statusCode).toBe(404);
  expect(await stored()).toEqual([]);
  // A stored picture that no item and no post shows.
  const stray = await files.store(`products/${randomUUID()}.webp`, photo, { kind: 'webp' });
  expect((await signed(stray, t.admin)).status).toBe(404);
  await t.ctx.db.deleteFrom('objects').where('key', '=', stray).execute();
  await t.ctx.storage.remove(stray);
});

test('a failed transaction or upload leaves nothing', async () => {
  const { put } = t.ctx.storage;
  let count = 0;
  const half = vi.spyOn(t.ctx.storage, 'put').mockImplementation(async (...file) => {
    count += 1;
    if (count === 3) throw new Error('no room');
    await put.apply(t.ctx.storage, file);
  });
  const refused = await send(t, 'POST', '/api/store/upload', t.admin, itemForm(cap, photo));
  half.mockRestore();
  expect(refused.statusCode).toBe(503);
  expect(await stored()).toEqual([]);
  // A row with the key of a variant makes the transaction fail after all bytes are stored.
  const taken = vi.spyOn(t.ctx.storage, 'put').mockImplementation(async (...file) => {
    await put.apply(t.ctx.storage, file);
    if (file[0].endsWith('.webp')) return;
    const row = { kind: 'avif', media_type: 'image/avif', size: 1, sha256: '', original_name: '' };
    const known = t.ctx.db.insertInto('objects');
    await known.values({ key: file[0], ...row, created_at: '' }).execute();
  });
  const failed = await send(t, 'POST', '/api/store/upload', t.admin, itemForm(cap, photo));
  taken.mockRestore();
  await t.ctx.db.deleteFrom('objects').execute();
  expect(failed.statusCode).toBe(500);
  expect(await stored()).toEqual([]);
});
