import type { Order, OrderStatus } from '#contract/orders.ts';
import { dollars } from '#web/lib/dollars.ts';
import { Button } from '#web/ui/button.tsx';
import { usDayAndTime } from '../frame/us-dates.ts';
import { OrderStatusMark } from './order-status-mark.tsx';
import { isWaiting } from './store-words.ts';

interface OrderRowProps {
  order: Order;
  isAdmin: boolean;
  isMoving: boolean;
  onMove: (status: OrderStatus) => void;
}

/** One order: what, how many, for whom, how far it is, and what can be done now. */
export function OrderRow({ order, isAdmin, isMoving, onMove }: OrderRowProps) {
  const { title, quantity, note, total, status, ordered_by, handled_by } = order;
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] md:grid-cols-[minmax(0,1fr)_9rem_20rem] md:items-center">
      <div className="min-w-0">
        <h2 className="font-display leading-snug font-bold wrap-anywhere">
          <span className="tabular-nums">{quantity} ×</span> {title}
        </h2>
        {note && <p className="wrap-anywhere">{note}</p>}
        <p className="text-sm text-steel">
          {isAdmin && <span className="font-semibold text-ink">{ordered_by}</span>}
          {isAdmin && ' · '}
          <time className="tabular-nums" dateTime={order.created_at}>
            {usDayAndTime(order.created_at)}
          </time>{' '}
          · {dollars(total)}
        </p>
      </div>
      <div className="text-sm">
        <OrderStatusMark status={status} />
        {isAdmin && handled_by && <p className="mt-1 text-steel">by {handled_by}</p>}
      </div>
      <Deeds isAdmin={isAdmin} isMoving={isMoving} onMove={onMove} order={order} />
    </li>
  );
}

/** What may follow, the likeliest first. */
const next: Record<OrderStatus, readonly (keyof typeof labels)[]> = {
  open: ['ready', 'handed_over'],
  ready: ['handed_over'],
  handed_over: [],
  cancelled: [],
};
const labels = { ready: 'Ready', handed_over: 'Handed over' } as const;

function Deeds({ order, isAdmin, isMoving, onMove }: OrderRowProps) {
  const { title, status, ordered_by } = order;
  const of = isAdmin ? `${title} for ${ordered_by}` : title;
  const deeds = isAdmin ? next[status] : [];
  const mayCancel = isAdmin ? isWaiting(order) : status === 'open';
  if (!mayCancel) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 md:justify-end">
      {deeds.map((deed, index) => (
        <Button
          aria-label={`${labels[deed]}: ${of}`}
          busy={isMoving}
          key={deed}
          onClick={() => onMove(deed)}
          size="sm"
          variant={index === 0 ? 'secondary' : 'quiet'}
        >
          {labels[deed]}
        </Button>
      ))}
      <Button
        aria-label={`Cancel: ${of}`}
        busy={isMoving}
        className={`text-danger! ${deeds.length === 0 ? 'max-md:-ml-3' : ''}`}
        onClick={() => onMove('cancelled')}
        size="sm"
        variant="quiet"
      >
        Cancel
      </Button>
    </div>
  );
}
