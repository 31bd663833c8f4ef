import type { Generated } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';
import type { Emoji, Layout } from '#contract/spotlight.ts';
import type { TestimonialStatus } from '#contract/testimonials.ts';

/** The tables of the store, the spotlight and the testimonials, as Kysely sees them. */

export interface ProductsTable {
  id: Generated<number>;
  title: string;
  description: string;
  price_cents: number;
  image_key: string;
  /** Pieces that can still be ordered, never below 0; null: not counted. */
  stock: number | null;
  version: Generated<number>;
  created_at: string;
}

export interface OrdersTable {
  id: Generated<number>;
  /** Null once the item was deleted. */
  product_id: number | null;
  user_id: number;
  /** As they were on the day of the order. */
  title: string;
  price_cents: number;
  quantity: number;
  /** Pieces that it took from the stock, and gives back when it is cancelled; 0: the item was not counted. */
  taken: Generated<number>;
  note: string;
  status: OrderStatus;
  handled_by: number | null;
  created_at: string;
  updated_at: string;
  version: Generated<number>;
}

export interface PostsTable {
  id: Generated<number>;
  title: string;
  text: string;
  layout_type: Layout;
  image_key: string | null;
  created_by: number;
  created_at: string;
  version: Generated<number>;
}

export interface ReactionsTable {
  post_id: number;
  user_id: number;
  emoji: Emoji;
  reacted_at: string;
}

export interface TestimonialsTable {
  id: Generated<number>;
  inquiry_id: number;
  status: TestimonialStatus;
  /** SHA-256 of the link's code, hex. */
  code_hash: string;
  /** Where the link was mailed to. */
  email: string;
  invited_by: number;
  invited_at: string;
  expires_at: string;
  quote: string;
  client: string;
  role: string;
  company: string;
  city: string;
  state: string;
  written_at: string | null;
  decided_by: number | null;
  decided_at: string | null;
  version: Generated<number>;
}
