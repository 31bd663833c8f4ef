import { store as text } from '#contract/messages/store.ts';
import type { Order, OrderStatus } from '#contract/orders.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useUpdateOrder } from './store.data.ts';
import { whatOf } from './store-words.ts';

/** Sets an order's status and says what came of it; asks before one is cancelled. */
export function useMoveOrder() {
  const confirm = useConfirm();
  const update = useUpdateOrder();

  async function move(order: Order, status: OrderStatus) {
    const question = {
      title: text.confirmCancel(order.title),
      description: whatOf(order),
      confirmLabel: 'Cancel the order',
      cancelLabel: 'Keep it',
      danger: true,
    };
    if (status === 'cancelled' && !(await confirm(question))) return;
    if (update.isPending) return;
    hush();
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    update.mutate(
      { order, status },
      {
        onSuccess: ({ message }) => {
          // The button that was pressed is another one now, or gone.
          focusContent();
          say(message);
        },
        onError: (error) => say(reasonOf(error, text.orderUpdateFailed), 'error'),
      },
    );
  }

  return { move, movingId: update.isPending ? update.variables.order.id : null };
}
