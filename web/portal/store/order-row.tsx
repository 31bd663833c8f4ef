import { store as messages } from '#contract/messages/store.ts';
import type { Order, OrderStatus } from '#contract/orders.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';

/** '2 × Cap, size L'. */
export function orderLabel({ quantity, title, note }: Order): string {
  return `${quantity} × ${title}${note && `, ${note}`}`;
}

const tones = {
  open: 'info',
  ready: 'lane',
  handed_over: 'success',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, string>;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>;
}

interface OrderRowProps {
  order: Order;
  isAdmin: boolean;
  isBusy: boolean;
  onSetStatus: (status: OrderStatus) => void;
}

export function OrderRow({ order, isAdmin, isBusy, onSetStatus }: OrderRowProps) {
  const { title, quantity, note, total, status, ordered_by, handled_by } = order;
  return (
    <LinkedItem
      className="grid gap-x-4 gap-y-1 border-t border-line py-2 md:grid-cols-[minmax(0,1fr)_8rem_18.5rem] lg:grid-cols-[minmax(0,1fr)_16rem_18.5rem] md:items-center"
      id={order.id}
      param="order"
    >
      <div className="min-w-0">
        <h2 className="font-display leading-snug font-bold wrap-anywhere">
          <span className="tabular-nums">{quantity} ×</span> {title}
        </h2>
        {note && <p className="text-sm wrap-anywhere">{note}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm text-steel">
          {isAdmin && <span className="font-semibold text-ink">{ordered_by}</span>}
          <time className="tabular-nums" dateTime={order.created_at}>
            {usDayAndTime(order.created_at)}
          </time>
          <span>{dollars(total)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <OrderStatusBadge status={status} />
        {isAdmin && handled_by && <p className="text-steel">by {handled_by}</p>}
      </div>
      <Actions isAdmin={isAdmin} isBusy={isBusy} onSetStatus={onSetStatus} order={order} />
    </LinkedItem>
  );
}

/** The statuses that an admin may set next, most likely first. */
const next: Record<OrderStatus, readonly (keyof typeof labels)[]> = {
  open: ['ready', 'handed_over'],
  ready: ['handed_over'],
  handed_over: [],
  cancelled: [],
};
const labels = { ready: 'Ready', handed_over: 'Handed over' } as const;

function Actions({ order, isAdmin, isBusy, onSetStatus }: OrderRowProps) {
  const { title, status, ordered_by } = order;
  const of = isAdmin ? `${title} for ${ordered_by}` : title;
  const actions = isAdmin ? next[status] : [];
  const mayCancel = status === 'open' || (isAdmin && status === 'ready');
  if (!mayCancel) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 md:justify-end">
      {actions.map((action, index) => (
        <Button
          aria-label={`${labels[action]}: ${of}`}
          busy={isBusy}
          key={action}
          onClick={() => onSetStatus(action)}
          size="sm"
          variant={index === 0 ? 'secondary' : 'quiet'}
        >
          {labels[action]}
        </Button>
      ))}
      <Button
        aria-label={t(`Cancel: ${of}`, `Cancelar: ${of}`)}
        busy={isBusy}
        className={`text-danger! ${actions.length === 0 ? 'max-md:-ml-3' : ''}`}
        onClick={() => onSetStatus('cancelled')}
        size="sm"
        variant="quiet"
      >
        {t('Cancel', 'Cancelar')}
      </Button>
    </div>
  );
}
