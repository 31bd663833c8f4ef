import type { Db } from '../../database/open.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { countOpenOrders, countReadyOrders } from './orders.queries.ts';

/** What waits in the store: for an admin open orders, for everybody own ones that can be fetched. */
export async function waitingOrders(
  db: Db,
  { userId, role }: Pick<SignedIn, 'userId' | 'role'>,
): Promise<{ open_orders: number; ready_orders: number }> {
  return {
    open_orders: role === 'admin' ? await countOpenOrders(db) : 0,
    ready_orders: await countReadyOrders(db, userId),
  };
}
