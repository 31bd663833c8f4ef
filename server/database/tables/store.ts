import type { Generated } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';
import type { Schema } from '../migrations/steps.ts';

export interface ProductsTable {
  id: Generated<number>;
  title: string;
  description: string;
  price_cents: number;
  /** Null: no picture yet. */
  image_key: string | null;
  /** Units in stock, never below 0; null: not tracked. */
  stock: number | null;
  version: Generated<number>;
  created_at: string;
}

export interface OrdersTable {
  id: Generated<number>;
  /** Null after the product is deleted. */
  product_id: number | null;
  user_id: number;
  /** Title and price at the time of the order. */
  title: string;
  price_cents: number;
  quantity: number;
  /** Units taken from the stock, returned on cancellation; 0 when the stock was not tracked. */
  taken: Generated<number>;
  note: string;
  status: OrderStatus;
  handled_by: number | null;
  created_at: string;
  updated_at: string;
  version: Generated<number>;
}

export const storeSchema: Schema = {
  up: ({ id, strict }) => [
    `create table products (
      id ${id},
      title text not null,
      description text not null,
      price_cents integer not null check (price_cents >= 0),
      image_key text unique references objects (key),
      stock integer check (stock >= 0),
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,

    `create table orders (
      id ${id},
      product_id integer references products (id) on delete set null,
      user_id integer not null references users (user_id),
      title text not null,
      price_cents integer not null check (price_cents >= 0),
      quantity integer not null check (quantity between 1 and 99),
      taken integer not null default 0 check (taken in (0, quantity)),
      note text not null,
      status text not null default 'open'
        check (status in ('open', 'ready', 'handed_over', 'cancelled')),
      handled_by integer references users (user_id),
      created_at text not null,
      updated_at text not null,
      version integer not null default 1
    ) ${strict}`,
    'create index orders_user on orders (user_id, id)',
    'create index orders_product on orders (product_id)',
    "create index orders_waiting on orders (id) where status in ('open', 'ready')",
  ],
};
