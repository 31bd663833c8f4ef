import { pictureWidths } from '#contract/files.ts';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables.ts';
import { keyOf } from '../features/users/users.service.ts';
import type { Ground } from '../platform/ground.ts';
import { goods } from './drawings-goods.ts';
import { views } from './drawings-posts.ts';
import { keepPictures, type SamplePicture } from './keep-pictures.ts';
import type { SamplePerson } from './people.ts';
import { plantObjects } from './sample-documents.queries.ts';
import * as queries from './sample-shop.queries.ts';
import { type SamplePost, samplePosts } from './spotlight.ts';
import { type SampleOrder, type SampleProduct, sampleOrders, sampleProducts } from './store.ts';
import { type SampleTestimonial, sampleTestimonials } from './testimonials.ts';

/** What the store, the spotlight and the testimonials show. */
interface SampleShop {
  products: readonly SampleProduct[];
  orders: readonly SampleOrder[];
  posts: readonly SamplePost[];
  testimonials: readonly SampleTestimonial[];
}

/** The store with three months of orders, the posts with what people answered, and what clients said. */
export function sampleShop(now: Date, people: readonly SamplePerson[]): SampleShop {
  const admins = people.filter(({ role }) => role === 'admin');
  return {
    products: sampleProducts(now),
    orders: sampleOrders(
      now,
      admins.map(({ username }) => username),
    ),
    posts: samplePosts(now, people),
    testimonials: sampleTestimonials(now),
  };
}

/** The pixels of a drawing: without transparency, which encoders would write down too. */
async function pixels(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).removeAlpha().tiff({ compression: 'none' }).toBuffer();
}

/** Keeps the pictures of products and posts as uploads of them would be; answers their rows. */
export async function keepShopPictures(
  ground: Ground,
  { products, posts }: SampleShop,
): Promise<ObjectsTable[]> {
  const ofProducts = products.map(
    ({ picture, imageKey, createdAt }): SamplePicture => ({
      key: imageKey,
      name: `${picture}.jpg`,
      createdAt,
      bytes: () => pixels(goods[picture]),
    }),
  );
  const ofPosts = posts.flatMap(({ view, imageKey, createdAt }): SamplePicture[] =>
    view === null || imageKey === null
      ? []
      : [{ key: imageKey, name: `${view}.jpg`, createdAt, bytes: () => pixels(views[view]) }],
  );
  return keepPictures(ground, [...ofProducts, ...ofPosts], pictureWidths);
}

interface Planting {
  shop: SampleShop;
  /** The rows of its pictures. */
  pictures: readonly ObjectsTable[];
  people: readonly SamplePerson[];
  /** User ids by username key. */
  ids: ReadonlyMap<string, number>;
}

type IdOf = (username: string) => number | undefined;

async function plantStore(tx: Db, { products, orders }: SampleShop, idOf: IdOf): Promise<void> {
  const ids = await queries.plantProducts(
    tx,
    products.map(({ imageKey, title, description, priceCents, stock, createdAt }) => ({
      title,
      description,
      price_cents: priceCents,
      image_key: imageKey,
      stock,
      created_at: createdAt,
    })),
  );
  const rows = orders.flatMap((order) => {
    const [user_id, product] = [
      idOf(order.by),
      products.find(({ picture }) => picture === order.picture),
    ];
    if (user_id === undefined || !product) return [];
    return {
      product_id: ids.get(product.imageKey) ?? null,
      user_id,
      title: product.title,
      price_cents: product.priceCents,
      quantity: order.quantity,
      taken: product.stock === null ? 0 : order.quantity,
      note: order.note,
      status: order.status,
      handled_by: order.handledBy === null ? null : (idOf(order.handledBy) ?? null),
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      version: order.status === 'open' ? 1 : 2,
    };
  });
  await queries.plantOrders(tx, rows);
}

async function plantSpotlight(
  tx: Db,
  { posts }: SampleShop,
  author: number,
  idOf: IdOf,
): Promise<void> {
  const ids = await queries.plantPosts(
    tx,
    posts.map(({ title, text, layout, imageKey, by, createdAt }) => ({
      title,
      text,
      layout_type: layout,
      image_key: imageKey,
      created_by: idOf(by) ?? author,
      created_at: createdAt,
    })),
  );
  const reactions = posts.flatMap(({ title, reactions: all }) =>
    all.flatMap(({ username, emoji, at }) => {
      const [post_id, user_id] = [ids.get(title), idOf(username)];
      if (post_id === undefined || user_id === undefined) return [];
      return { post_id, user_id, emoji, reacted_at: at };
    }),
  );
  await queries.plantReactions(tx, reactions);
}

/** Stores all of it; who had an account before has ordered and answered nothing. */
export async function plantShop(tx: Db, planting: Planting): Promise<void> {
  const { shop, pictures, people, ids } = planting;
  const idOf = (username: string) => ids.get(keyOf(username));
  const author = people
    .filter(({ role }) => role === 'admin')
    .map(({ username }) => idOf(username))
    .find((id) => id !== undefined);
  // Each of the admins had an account before: then nobody has written or invited.
  if (author === undefined) return;
  await plantObjects(tx, pictures);
  await plantStore(tx, shop, idOf);
  await plantSpotlight(tx, shop, author, idOf);
  await queries.plantTestimonials(
    tx,
    shop.testimonials.map((testimonial) => ({
      inquirer: testimonial.inquirer,
      status: testimonial.status,
      code_hash: testimonial.codeHash,
      ...testimonial.words,
      invited_by: author,
      invited_at: testimonial.invitedAt,
      expires_at: testimonial.expiresAt,
      written_at: testimonial.writtenAt,
      decided_by: testimonial.decidedAt === null ? null : author,
      decided_at: testimonial.decidedAt,
      version: testimonial.decidedAt === null ? 1 : 2,
    })),
  );
}
