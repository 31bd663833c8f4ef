import type { Generated } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';

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
