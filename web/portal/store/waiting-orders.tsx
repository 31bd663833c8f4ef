import { Link } from 'react-router';
import { OrderStatusMark } from './order-status-mark.tsx';
import { useOrders } from './store.data.ts';
import { readyFirst, whatOf } from './store-words.ts';

/** More of them are under 'Your orders'. */
const most = 3;

/** What the caller has ordered and not got yet, above the items; nothing while there is nothing. */
export function WaitingOrders() {
  const orders = useOrders('open').data;
  if (!orders || orders.length === 0) return null;
  return (
    <section aria-label="On its way" className="border-l-4 border-lane bg-sheet px-4 py-2">
      <ul>
        {readyFirst(orders)
          .slice(0, most)
          .map((order) => (
            <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1" key={order.id}>
              <OrderStatusMark status={order.status} />
              <span className="min-w-0 wrap-anywhere">{whatOf(order)}</span>
            </li>
          ))}
      </ul>
      {orders.length > most && (
        <Link
          className="text-link inline-flex min-h-9 items-center text-sm pointer-coarse:min-h-11"
          to="/store?view=orders"
        >
          And {orders.length - most} more
        </Link>
      )}
    </section>
  );
}
