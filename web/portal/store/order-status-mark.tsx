import { store as text } from '#contract/messages/store.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  open: 'info',
  ready: 'lane',
  handed_over: 'success',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, string>;

/** The status of an order in words. */
export function OrderStatusMark({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{text.statuses[status]}</Badge>;
}
