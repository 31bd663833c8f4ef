/** Pictures that are kept in several widths, from the upload to the screen and away again. */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Product } from '#contract/store.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { engines } from '../../../tests/harness/databases.ts';
import { photoOf, pictureOf } from '../../../tests/harness/file-samples.ts';
import { ownedFilesOf, presignCalls } from '../../../tests/harness/owned-files.ts';
import { postsOf } from '../../../tests/harness/posts.ts';
import { type FaultyBucket, startFaultyBucket } from '../../../tests/harness/s3-faults.ts';
import { cap, itemForm, storeOf } from '../../../tests/harness/store.ts';
import { backup } from '../../admin/backup.ts';
import { sweepFiles } from './files.service.ts';

/** As a telephone lays it down: 500 × 700 once it is upright. */
const photo = await photoOf({ width: 700, height: 500 });
const forms = ['avif 320 448', 'avif 500 700', 'webp 320 448', 'webp 500 700'];

const grounds = [
  ['sqlite', 'this machine'],
  ['postgres', 'this machine'],
  ['sqlite', 'S3'],
] as const;
const here = grounds.filter(([engine]) => engines.includes(engine));

describe.each(here)('pictures on %s, files on %s', (engine, storage) => {
  let bucket: FaultyBucket | null = null;
  let t: TestApp;
  /** What time it is, in milliseconds since 1970; null: as it is. */
  let time: number | null = null;
  const shop = storeOf(() => t);
  const posts = postsOf(() => t);
  const files = ownedFilesOf(() => t);

  beforeAll(async () => {
    bucket = storage === 'S3' ? await startFaultyBucket() : null;
    const config = bucket ? { storageUrl: bucket.url } : {};
    t = await startApp(engine, { config, now: () => new Date(time ?? Date.now()) });
  });
  afterAll(async () => {
    await t.close();
    await bucket?.close();
  });

  const stored = async () =>
    (await Array.fromAsync(t.ctx.storage.list(), ({ key }) => key)).toSorted();
  const rows = async () =>
    (await t.ctx.db.selectFrom('objects').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    );
  /** What is kept: as many rows as bytes, and nothing half done. */
  async function kept(): Promise<string[]> {
    const [bytes, known] = [await stored(), await rows()];
    expect(bytes).toEqual(known.toSorted());
    expect(await readdir(join(t.ctx.config.dataDir, 'tmp'))).toEqual([]);
    return bytes;
  }
  beforeEach(async () => {
    for (const { id } of await shop.products()) await shop.call('DELETE', `/${id}`);
    expect(await kept()).toEqual([]);
  });

  async function added(): Promise<Product> {
    const answer = await shop.call('POST', '/upload', t.admin, itemForm(cap, photo));
    expect(answer.statusCode, answer.body).toBe(201);
    const product = await shop.product(answer.json().id);
    if (!product) throw new Error('not listed');
    return product;
  }
  const signed = async (key: string, by = t.employee) => {
    const answer = await files.presign(key, by, presignCalls[2]);
    return { status: answer.statusCode, ...answer.json() };
  };
  const entriesOf = (srcset: string) =>
    srcset.split(', ').map((entry) => {
      const [url = '', width = ''] = entry.split(' ');
      return { url, width: Number(/^(\d+)w$/.exec(width)?.[1]) };
    });

  test('a photo is shown by its list, its links and its bytes in each width, upright and without its place', async () => {
    const { image_key: key, picture } = await added();
    expect(key).toMatch(/^products\/[0-9a-f-]{36}\.webp$/);
    expect(picture).toMatchObject({ width: 500, height: 700 });
    expect(picture.color).toMatch(/^#[0-9a-f]{6}$/);

    const { url, srcset, avif_srcset } = await signed(key);
    const sets = { webp: entriesOf(srcset), avif: entriesOf(avif_srcset) };
    expect(url).toBe(sets.webp.at(-1)?.url);
    const seen: string[] = [];
    const keys = new Set<string>();
    for (const [kind, set] of Object.entries(sets)) {
      expect(set.map(({ width }) => width)).toEqual([320, 500]);
      for (const entry of set) {
        const link = new URL(entry.url, 'http://x');
        expect(link.searchParams.get('expires')).toBe(
          new URL(url, 'http://x').searchParams.get('expires'),
        );
        const answer = await t.app.inject({ url: entry.url });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers).toMatchObject({
          'content-type': `image/${kind}`,
          'cache-control': 'private, max-age=300',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/^sandbox/),
          'content-disposition': expect.stringMatching(/^inline/),
        });
        const { width, height, orientation, exif } = await sharp(answer.rawPayload).metadata();
        expect([width, orientation, exif]).toEqual([entry.width, undefined, undefined]);
        expect(answer.rawPayload.includes('Telephone')).toBe(false);
        seen.push(`${kind} ${width} ${height}`);
        keys.add(link.pathname.replace('/files/', ''));
      }
    }
    expect(seen.toSorted()).toEqual(forms);
    expect(await kept()).toEqual([...keys].toSorted());

    // Links stay the same for minutes, are for one person, and each opens its own form alone.
    const steps = 240_000;
    const start = Math.ceil(Date.now() / steps) * steps;
    time = start;
    const first = await signed(key);
    time = start + steps - 1_000;
    expect(await signed(key)).toEqual(first);
    time = start + steps;
    expect((await signed(key)).srcset).not.toBe(first.srcset);
    time = null;

    const [{ url: own = '' } = {}, { url: other = '' } = {}] = entriesOf(
      (await signed(key)).avif_srcset,
    );
    const [at, query] = [own.split('?')[0], other.split('?')[1]];
    expect((await t.app.inject({ url: `${at}?${query}` })).statusCode).toBe(403);
    const admins = String(t.admin.userId);
    const forged = own.replace(/user=\d+/, `user=${admins}`);
    expect((await t.app.inject({ url: forged })).statusCode).toBe(403);
  });

  test('a form stands as its original does, for whoever is signed in and no longer than it is shown', async () => {
    const { id, image_key: key } = await added();
    const form = entriesOf((await signed(key)).avif_srcset)[0]?.url ?? '';
    const own = form.replace(/^\/files\/(.*)\?.*$/, '$1');
    const alone = await signed(own);
    expect(alone).toEqual({ status: 200, url: expect.stringContaining(`/files/${own}?`) });
    for (const call of presignCalls) {
      expect((await files.presign(own, null, call)).statusCode).toBe(401);
      expect((await files.presign(own, t.admin, call)).statusCode).toBe(200);
    }
    expect((await shop.call('DELETE', `/${id}`)).statusCode).toBe(200);
    for (const gone of [key, own]) expect((await signed(gone)).status).toBe(404);
    expect((await t.app.inject({ url: form })).statusCode).toBe(404);
    expect(await kept()).toEqual([]);
    // Bytes with a row that no item and no post shows are nobody's.
    const stray = await files.store(`products/${randomUUID()}.webp`, photo, { kind: 'webp' });
    expect((await signed(stray, t.admin)).status).toBe(404);
    await t.ctx.db.deleteFrom('objects').where('key', '=', stray).execute();
    await t.ctx.storage.remove(stray);
  });

  test('another picture, the same call again, and a refused one leave the forms of one picture', async () => {
    const key = randomUUID();
    const send = () =>
      shop.call('POST', '/upload', t.admin, itemForm(cap, photo), { 'idempotency-key': key });
    const [once, again] = [await send(), await send()];
    expect([once.statusCode, again.json()]).toEqual([201, once.json()]);
    const before = await kept();
    expect(before.length).toBe(4);

    const { id } = once.json();
    const stale = await shop.call('PUT', `/${id}`, t.admin, itemForm({ version: 9 }, photo));
    expect(stale.statusCode).toBe(409);
    expect(await kept()).toEqual(before);
    const small = await pictureOf('png', { width: 40, height: 30 });
    const changed = await shop.call('PUT', `/${id}`, t.admin, itemForm({}, small));
    expect(changed.statusCode, changed.body).toBe(200);
    const after = await kept();
    expect([after.length, after.some((entry) => before.includes(entry))]).toEqual([2, false]);
    const product = await shop.product(id);
    expect(product?.picture).toMatchObject({ width: 40, height: 30 });
    expect(product?.image_key).toBe(after.find((entry) => entry.endsWith('.webp')));
  });

  test('a post and its picture: every form comes and goes with it', async () => {
    const id = await posts.add({}, photo);
    const { image_url: key, picture } = await posts.one(id);
    expect([key?.split('/')[0], picture?.width]).toEqual(['posts', 500]);
    expect((await kept()).length).toBe(4);
    const { srcset } = (await files.presign(String(key), t.employee)).json();
    expect(entriesOf(srcset).map(({ width }) => width)).toEqual([320, 500]);
    await posts.remove(id);
    expect(await kept()).toEqual([]);
  });

  test('a transaction that fails, and storage that keeps half of it, leave nothing', async () => {
    const { put } = t.ctx.storage;
    let count = 0;
    const half = vi.spyOn(t.ctx.storage, 'put').mockImplementation(async (...file) => {
      count += 1;
      if (count === 3) throw new Error('no room');
      await put.apply(t.ctx.storage, file);
    });
    const refused = await shop.call('POST', '/upload', t.admin, itemForm(cap, photo));
    half.mockRestore();
    expect(refused.statusCode).toBe(503);
    expect(await kept()).toEqual([]);
    // A row of another with the key of a form: the transaction fails after all bytes are there.
    const taken = vi.spyOn(t.ctx.storage, 'put').mockImplementation(async (...file) => {
      await put.apply(t.ctx.storage, file);
      if (file[0].endsWith('.webp')) return;
      const row = {
        kind: 'avif',
        media_type: 'image/avif',
        size: 1,
        sha256: '',
        original_name: '',
      };
      const known = t.ctx.db.insertInto('objects');
      await known.values({ key: file[0], ...row, created_at: '' }).execute();
    });
    const failed = await shop.call('POST', '/upload', t.admin, itemForm(cap, photo));
    taken.mockRestore();
    await t.ctx.db.deleteFrom('objects').execute();
    expect(failed.statusCode).toBe(500);
    expect(await kept()).toEqual([]);
  });

  test('the sweep leaves every form alone and takes what no row knows; a backup holds all of them', async () => {
    await added();
    const before = await kept();
    await t.ctx.db
      .deleteFrom('objects')
      .where('original_key', 'is not', null)
      .where('kind', '=', 'avif')
      .where('width', '=', 320)
      .execute();
    expect(await sweepFiles(t.ctx, { olderThanMs: -60_000 })).toBe(1);
    const left = await kept();
    expect(left.length).toBe(before.length - 1);
    const folder = join(t.ctx.config.dataDir, `backup-${randomUUID()}`);
    const { problems } = await backup(t.ctx.config, folder);
    expect(problems).toEqual([]);
    const copied = (await readdir(join(folder, 'files', 'products'))).map(
      (name) => `products/${name}`,
    );
    expect(copied.toSorted()).toEqual(left);
    await rm(folder, { recursive: true });
  });
});
