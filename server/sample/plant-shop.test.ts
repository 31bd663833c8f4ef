import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStatuses, placeOrder } from '#contract/orders.ts';
import { createPost, layouts, type Post } from '#contract/spotlight.ts';
import { createProduct } from '#contract/store.ts';
import { writeTestimonial } from '#contract/testimonials.ts';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { samplePeople } from './people.ts';
import { plantSampleCompany } from './plant.ts';
import { sampleShop } from './plant-shop.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const midnight = new Date('2026-03-11T05:01:00Z');

test('passes the same checks as what people send, at any time of the day', () => {
  for (const now of [noon, midnight]) {
    const people = samplePeople(now);
    const names = new Set(people.map(({ username }) => username));
    const { products, orders, posts, testimonials } = sampleShop(now, people);
    const isPast = (at: string | null) => at === null || at < now.toISOString();
    for (const { title, description, priceCents, stock, createdAt } of products) {
      const sent = { title, description, price: priceCents / 100, stock };
      expect(createProduct.body.parse(sent)).toEqual(sent);
      expect(isPast(createdAt)).toBe(true);
    }
    for (const { by, quantity, note, createdAt, updatedAt, picture } of orders) {
      expect(placeOrder.body.parse({ quantity, note })).toEqual({ quantity, note });
      expect(names).toContain(by);
      const product = products.find((entry) => entry.picture === picture);
      expect(product && product.createdAt < createdAt && createdAt <= updatedAt).toBe(true);
      expect(isPast(updatedAt)).toBe(true);
    }
    for (const { title, text, layout, createdAt, reactions } of posts) {
      const sent = { title, text, layout_type: layout };
      expect(createPost.body.parse(sent)).toEqual(sent);
      expect(reactions.every(({ at }) => createdAt < at && isPast(at))).toBe(true);
    }
    for (const { words, writtenAt, decidedAt, invitedAt } of testimonials) {
      if (writtenAt) expect(writeTestimonial.body.parse(words)).toEqual(words);
      expect(isPast(writtenAt) && isPast(decidedAt) && isPast(invitedAt)).toBe(true);
    }
  }
});

test('shows every status, every layout with and without a picture, and what is sold out', () => {
  const { products, orders, posts, testimonials } = sampleShop(noon, samplePeople(noon));
  expect(products).toHaveLength(12);
  expect(products.filter(({ stock }) => stock === 0)).toHaveLength(1);
  expect(products.some(({ stock }) => stock === null)).toBe(true);
  expect(products.some(({ stock }) => stock !== null && stock > 0)).toBe(true);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses));
  expect(new Set(orders.map(({ by }) => by)).size).toBeGreaterThan(9);
  const seen = new Set(posts.map(({ layout, view }) => `${layout} ${view !== null}`));
  expect(seen).toEqual(new Set(layouts.flatMap((one) => [`${one} true`, `${one} false`])));
  for (const { reactions } of posts) {
    expect(reactions.length).toBeGreaterThan(4);
    expect(new Set(reactions.map(({ username }) => username)).size).toBe(reactions.length);
  }
  expect(testimonials.map(({ status }) => status).toSorted()).toEqual([
    'approved',
    'declined',
    'invited',
    'waiting',
    'waiting',
  ]);
});

onBothDatabases('the sample company’s store, spotlight and testimonials', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine, { now: () => noon });
    await plantSampleCompany(t.ground);
  });
  afterAll(() => t.close());

  const read = async <T>(url: string): Promise<T> => {
    const answer = await t.app.inject({ url, headers: t.admin.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const names = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);

  test('are what the calls answer, newest first, each picture with its link', async () => {
    const products =
      await read<{ title: string; image_key: string; picture: object }[]>('/api/store');
    const shop = sampleShop(noon, samplePeople(noon));
    expect(names(products)).toEqual(names(shop.products.toReversed()));
    const posts = await read<Post[]>('/api/spotlight/posts');
    expect(names(posts)).toEqual(names(shop.posts.toReversed()));
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/);
    for (const { image_key, picture } of products) {
      expect(picture).toEqual({ width: 640, height: 480, color });
      const link = await read<object>(`/api/store/presigned-get?key=${image_key}`);
      expect(link).toEqual({
        url: expect.stringMatching(/^\S+$/),
        srcset: expect.stringMatching(/ 320w, \S+ 640w$/),
        avif_srcset: expect.stringMatching(/ 320w, \S+ 640w$/),
      });
    }
    for (const { image_url, picture } of posts) {
      expect(picture).toEqual(image_url === null ? null : { width: 960, height: 600, color });
    }
    const [newest] = posts;
    const counts = await read<{ count: number }[]>(`/api/spotlight/posts/${newest?.id}/reactions`);
    const answered = counts.reduce((sum, { count }) => sum + count, 0);
    expect(answered).toBe(shop.posts.at(-1)?.reactions.length);
  });

  test('wait for the office: orders, and testimonials of which one is public', async () => {
    const orders = await read<{ status: string }[]>('/api/store/orders?open=1');
    expect(orders.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill('open'),
      ...Array(3).fill('ready'),
    ]);
    const all =
      await read<{ status: string; client: string; reference: string }[]>('/api/testimonials');
    expect(all).toHaveLength(5);
    const approved = await t.app.inject('/api/testimonials/approved');
    expect(approved.json()).toEqual([
      expect.objectContaining({
        client: 'Dr. Faith Adeyemi',
        company: 'Midland Vocational College',
      }),
    ]);
    expect(await read('/api/badges')).toMatchObject({ open_orders: 5, testimonials_to_approve: 2 });
  });
});
