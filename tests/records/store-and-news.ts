/** Products, orders and spotlight posts. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Order } from '#contract/orders.ts';
import type { Post } from '#contract/spotlight.ts';
import type { Product } from '#contract/store.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';
import { formBody, type Multipart } from '#tests/harness/multipart.ts';
import { jsonOf, read } from './stored.ts';

type Fields = Record<string, unknown>;

export const cap = { title: 'Cap', description: 'Black, one size.', price: 14.5 };
export const postsUrl = '/api/spotlight/posts';

/** A multipart body of these fields and, with bytes, a picture. */
export function itemForm(fields: Fields, bytes?: Buffer): Multipart {
  return formBody(fields, bytes && { name: 'file', value: bytes, filename: 'cap.png' });
}

/** The same for a spotlight post. */
export function postForm(fields: Fields, image?: Buffer): Multipart {
  return formBody(fields, image && { name: 'image', value: image, filename: 'IMG_2041.jpg' });
}

/** A product without an uploaded picture, which would take time to encode; returns its id. */
export async function makeProduct(
  { ctx: { db, now } }: TestApp,
  fields: Partial<typeof cap & { stock: number }> = {},
): Promise<number> {
  const { title, description, price, stock = null } = { ...cap, ...fields };
  const [image_key, created_at] = [`products/${randomUUID()}.webp`, now().toISOString()];
  await db
    .insertInto('objects')
    .values({
      ...{ key: image_key, kind: 'webp', media_type: 'image/webp', size: 1, sha256: '' },
      ...{ original_name: 'cap.png', created_at, width: 8, height: 6, color: '#c02020' },
    })
    .execute();
  const price_cents = Math.round(price * 100);
  const { id } = await db
    .insertInto('products')
    .values({ title, description, price_cents, image_key, stock, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Orders one unit unless the body says otherwise; any answer. */
export function order(
  t: TestApp,
  product: number,
  by: TestPerson = t.employee,
  body: Fields = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return send(t, 'POST', `/api/store/${product}/orders`, by, { quantity: 1, ...body }, headers);
}

/** An accepted order; returns its id. */
export async function makeOrder(
  t: TestApp,
  product: number,
  by?: TestPerson,
  body: Fields = {},
): Promise<number> {
  return (await jsonOf(order(t, product, by, body))).id;
}

/** Sets an order's status; any answer. */
export function setOrder(t: TestApp, id: number, status: string, by = t.admin, more: Fields = {}) {
  return send(t, 'PUT', `/api/store/orders/${id}/status`, by, { status, ...more });
}

export const productsOf = (t: TestApp, query = '', by = t.admin): Promise<Product[]> =>
  read(t, `/api/store${query}`, by);

export const ordersOf = (t: TestApp, query = '', by = t.admin): Promise<Order[]> =>
  read(t, `/api/store/orders${query}`, by);

/** A product from the list. */
export const productOf = async (t: TestApp, id: number) =>
  (await productsOf(t)).find((entry) => entry.id === id);

/** Creates a post with or without a picture; returns its id. */
export async function makePost(t: TestApp, fields: Fields = {}, image?: Buffer): Promise<number> {
  const form = postForm({ title: 'A million safe miles', text: 'Well driven.', ...fields }, image);
  return (await jsonOf(send(t, 'POST', '/api/spotlight/upload', t.admin, form))).id;
}

/** A post as everyone sees it. */
export async function postOf(t: TestApp, id: number): Promise<Post> {
  const found = (await t.app.inject(postsUrl)).json<Post[]>().find((post) => post.id === id);
  if (!found) throw new Error(`post ${id} is not listed`);
  return found;
}

/** Reacts to a post, or takes the reaction back with null. */
export const react = (t: TestApp, post: number, by: TestPerson, emoji: unknown) =>
  send(t, 'POST', `${postsUrl}/${post}/reactions`, by, { emoji });
