import type { Insertable } from 'kysely';
import type { Db } from '../database/open.ts';
import type {
  OrdersTable,
  PostsTable,
  ProductsTable,
  ReactionsTable,
  TestimonialsTable,
} from '../database/tables-shop.ts';

/** Stores products and answers their ids by the key of their picture. */
export async function plantProducts(
  tx: Db,
  products: readonly Insertable<ProductsTable>[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('products')
    .values(products)
    .returning(['id', 'image_key'])
    .execute();
  return new Map(rows.map((row) => [row.image_key, row.id]));
}

export async function plantOrders(
  tx: Db,
  orders: readonly Insertable<OrdersTable>[],
): Promise<void> {
  if (orders.length > 0) await tx.insertInto('orders').values(orders).execute();
}

/** Stores posts and answers their ids by their titles. */
export async function plantPosts(
  tx: Db,
  posts: readonly Insertable<PostsTable>[],
): Promise<Map<string, number>> {
  if (posts.length === 0) return new Map();
  const rows = await tx.insertInto('posts').values(posts).returning(['id', 'title']).execute();
  return new Map(rows.map((row) => [row.title, row.id]));
}

export async function plantReactions(
  tx: Db,
  reactions: readonly Insertable<ReactionsTable>[],
): Promise<void> {
  if (reactions.length > 0) await tx.insertInto('reactions').values(reactions).execute();
}

/** Stores testimonials under the won inquiries of those companies, each mailed to its sender. */
export async function plantTestimonials(
  tx: Db,
  testimonials: readonly (Omit<Insertable<TestimonialsTable>, 'inquiry_id' | 'email'> & {
    inquirer: string;
  })[],
): Promise<void> {
  const rows = await tx
    .selectFrom('inquiries')
    .select(['id', 'company_name', 'email_address'])
    .where('status', '=', 'won')
    .execute();
  const inquiries = new Map(rows.map((row) => [row.company_name, row]));
  const values = testimonials.map(({ inquirer, ...testimonial }) => {
    const inquiry = inquiries.get(inquirer);
    if (!inquiry) throw new Error(`${inquirer} has no won inquiry`);
    return { ...testimonial, inquiry_id: inquiry.id, email: inquiry.email_address };
  });
  if (values.length > 0) await tx.insertInto('testimonials').values(values).execute();
}
