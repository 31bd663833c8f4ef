import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import {
  cap,
  itemForm,
  makeProduct,
  order,
  productOf,
  productsOf,
} from '#tests/records/store-and-news.ts';
import { clearTables, rowsOf } from '#tests/records/stored.ts';
import { auditOf } from '#tests/records/traces.ts';

const fieldsMissing = 'Title, description, and price are required';
const gone = 'This item is no longer in the store. The list is up to date again.';

describe('products', () => {
  const t = suiteApp('sqlite');
  let png: Buffer;
  beforeAll(async () => {
    png = await pictureOf('png', { width: 8, height: 6 });
  });
  beforeEach(async () => {
    await clearTables(t, 'orders', 'products');
  });

  const create = (fields: object, bytes?: Buffer, headers = {}) =>
    send(t, 'POST', '/api/store/upload', t.admin, itemForm({ ...fields }, bytes), headers);
  const change = (id: number, body: object) => send(t, 'PUT', `/api/store/${id}`, t.admin, body);
  const audits = async (id: number) => {
    const rows = await auditOf(t, { target_kind: 'product', target_id: String(id) });
    return rows.map(({ action, detail }) => [action, JSON.parse(detail)]);
  };
  const isStored = (key: string) => existsSync(join(t.ctx.config.dataDir, 'files', key));
  const objects = async () => (await rowsOf(t, 'objects')).length;

  test('creates, updates and deletes a product with its picture and audits each write', async () => {
    const { id } = (await create({ ...cap, id: 4711 }, png)).json();
    const [stored] = await productsOf(t, '', t.employee);
    expect(stored).toMatchObject({ ...cap, id, stock: null, version: 1 });
    expect(stored?.image_key).toMatch(/^products\/[\w-]+\.\w+$/);
    expect(stored?.picture).toMatchObject({ width: 8, height: 6 });

    const changed = await change(id, { price: '16.5', stock: 12 });
    expect(replyOf(changed)).toEqual([200, { message: 'Product updated successfully!' }]);
    const [before, after] = [
      { price: 14.5, stock: null },
      { price: 16.5, stock: 12 },
    ];
    expect(await productsOf(t)).toEqual([{ ...stored, ...after, version: 2 }]);

    const remove = () => send(t, 'DELETE', `/api/store/${id}`, t.admin);
    expect(replyOf(await remove())).toEqual([200, { message: 'Product deleted successfully!' }]);
    expect(await productsOf(t)).toEqual([]);
    expect(isStored(stored?.image_key ?? '')).toBe(false);
    for (const again of [await remove(), await change(id, { price: 1 }), await order(t, id)]) {
      expect(errorOf(again)).toEqual([404, gone]);
    }
    expect(await audits(id)).toEqual([
      ['product.create', { title: 'Cap', ...before }],
      ['product.update', { changed: ['price', 'stock'], before, after }],
      ['product.delete', { title: 'Cap', ...after }],
    ]);
  });

  test('names missing fields in the required texts, typed fields before the picture (T2)', async () => {
    for (const wrong of [{}, { title: cap.title }, { ...cap, description: ' \r\n ' }]) {
      expect(errorOf(await create(wrong))).toEqual([400, fieldsMissing]);
    }
    expect((await create({ title: ' ' }, png)).json().error).toBe(fieldsMissing);
    const none = 'Please choose an image for a new product';
    const response = await create(cap);
    expect([errorOf(response), response.json().fields]).toEqual([[400, none], { file: none }]);
    const id = await makeProduct(t);
    for (const blank of [{ title: '' }, { description: null }, { price: '' }, { price: null }]) {
      for (const body of [blank, itemForm({ ...blank, title: '' })]) {
        expect(errorOf(await change(id, body))).toEqual([400, fieldsMissing]);
      }
    }
    expect(await productsOf(t)).toMatchObject([{ ...cap, id, version: 1 }]);
  });

  test('replaces the picture, and does not count a save without changes as an update', async () => {
    const { id } = (await create(cap, png)).json();
    const old = (await productOf(t, id))?.image_key ?? '';
    expect(isStored(old)).toBe(true);
    const before = await objects();
    const other = await pictureOf('jpeg', { width: 16, height: 10 });
    const replaced = await change(id, itemForm({ stockSeen: '' }, other));
    expect(replaced.statusCode, replaced.body).toBe(200);
    const now = await productOf(t, id);
    expect(now).toMatchObject({ ...cap, picture: { width: 16, height: 10 }, version: 2 });
    expect([isStored(old), isStored(now?.image_key ?? ''), await objects()]).toEqual([
      false,
      true,
      before,
    ]);
    for (const same of [{}, { ...cap }, itemForm({ ...cap, stock: '' }), { price: '14.50' }]) {
      expect((await change(id, same)).statusCode).toBe(200);
    }
    expect(await productOf(t, id)).toEqual(now);
    expect(await audits(id)).toHaveLength(2);
  });

  test('does not overwrite a stock that orders have changed since the admin saw it', async () => {
    const id = await makeProduct(t, { stock: 10 });
    await order(t, id, t.employee, { quantity: 3 });
    // An order doesn't raise the product's version.
    const current = await productOf(t, id);
    expect(current).toMatchObject({ stock: 7, version: 1 });
    const response = await change(id, { stock: 20, stock_seen: 10, version: 1 });
    expect(replyOf(response)).toMatchObject([409, { code: 'version_conflict', current }]);
    const error = 'The stock has changed: it is now 7. Review it and save again.';
    expect(response.json().error).toBe(error);
    for (const [body, stock] of [
      [{ title: 'Beanie', stock_seen: 10 }, 7],
      [{ stock: '20', stockSeen: '7' }, 20],
      [{ stock: '', stock_seen: 20 }, null],
    ] as const) {
      expect((await change(id, body)).statusCode).toBe(200);
      expect((await productOf(t, id))?.stock).toBe(stock);
    }
    const uncounted = await change(id, { stock: 4, stock_seen: 20 });
    expect(uncounted.json().error).toContain('it is now not counted');
  });
});
