import { Link } from 'react-router';
import { OrderStatusBadge, orderLabel } from './order-row.tsx';
import { useOrders } from './store.data.ts';

/** Further orders are under 'Your orders'. */
const maxShown = 3;

/** The user's own unfinished orders; those ready for pickup come first. */
export function WaitingOrders() {
  const orders = useOrders('open').data;
  if (!orders || orders.length === 0) return null;
  return (
    <section aria-label="On its way" className="border-l-4 border-lane bg-sheet px-4 py-2">
      <ul>
        {orders
          .toSorted(
            (one, other) => Number(other.status === 'ready') - Number(one.status === 'ready'),
          )
          .slice(0, maxShown)
          .map((order) => (
            <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1" key={order.id}>
              <OrderStatusBadge status={order.status} />
              <span className="min-w-0 wrap-anywhere">{orderLabel(order)}</span>
            </li>
          ))}
      </ul>
      {orders.length > maxShown && (
        <Link
          className="text-link inline-flex min-h-9 items-center text-sm pointer-coarse:min-h-11"
          to="/store?view=orders"
        >
          And {orders.length - maxShown} more
        </Link>
      )}
    </section>
  );
}
