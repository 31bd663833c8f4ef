import { Link, useSearchParams } from 'react-router';
import { filtered } from '#contract/filters/list-filter.ts';
import { ordersFilter } from '#contract/filters/store.ts';
import { store as messages } from '#contract/messages/store.ts';
import type { Order, OrderStatus } from '#contract/orders.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { errorMessage, tokenError } from '../shared/error-messages.ts';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { focusContent, toast } from '../shared/toast.tsx';
import { FoundCount } from './found-count.tsx';
import { OrderRow, orderLabel } from './order-row.tsx';
import { useOrders, useUpdateOrder } from './store.data.ts';

const noFilter = ordersFilter.none;

/** Everyone's orders for admins, by default the waiting ones; an employee's own. */
export function OrdersView({ role }: { role: Role }) {
  const isAdmin = role === 'admin';
  const [address] = useSearchParams();
  const which = isAdmin && address.get('which') !== 'all' ? 'open' : 'all';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isAdmin && <Which which={which} />}
      <OrdersList isAdmin={isAdmin} key={which} which={which} />
    </div>
  );
}

const choices = [
  { name: 'open', label: 'Waiting', to: '?view=orders' },
  { name: 'all', label: 'All orders', to: '?view=orders&which=all' },
] as const;

function Which({ which }: { which: 'open' | 'all' }) {
  return (
    <nav aria-label="Which orders" className="flex gap-2">
      {choices.map(({ name, label, to }) => (
        <LinkButton
          aria-current={which === name ? 'true' : undefined}
          key={name}
          replace
          size="sm"
          to={to}
          variant={which === name ? 'secondary' : 'quiet'}
        >
          {label}
        </LinkButton>
      ))}
    </nav>
  );
}

interface OrdersListProps {
  isAdmin: boolean;
  which: 'open' | 'all';
}

const isReady = ({ status }: Order) => Number(status === 'ready');

function OrdersList({ isAdmin, which }: OrdersListProps) {
  const orders = useOrders(which);
  const [{ q: search }, setFilter] = useUrlFilter(noFilter);
  const { setStatus, busyId } = useSetStatus();
  const isSearched = search.trim() !== '';
  return (
    <RecordList
      emptyHint={<EmptyHint isAdmin={isAdmin} />}
      lines={6}
      messages={{
        fetchFailed: messages.ordersFailed,
        none: which === 'open' ? messages.noOpenOrders : messages.noOrders,
      }}
      query={orders}
    >
      {(list) => {
        const found = filtered(ordersFilter, list, { q: search });
        // The office works on open orders; ready ones only wait for pickup.
        const rows =
          which === 'open' ? found.toSorted((one, other) => isReady(one) - isReady(other)) : found;
        return (
          <>
            <FoundCount
              found={rows.length}
              hasMore={orders.hasNextPage}
              loaded={list.length}
              many={t('orders', 'pedidos')}
              one={t('order', 'pedido')}
              onSearch={(q) => setFilter({ q })}
              search={search}
            />
            <FilteredList
              className="border-b-2 border-ink"
              keyOf={({ id }) => id}
              noMatch={messages.noOrderMatch}
              onShowAll={() => setFilter(noFilter)}
              param="order"
              pages={{ ...orders, isSearched }}
              resetKey={search}
              rows={rows}
            >
              {(order) => (
                <OrderRow
                  isAdmin={isAdmin}
                  isBusy={busyId === order.id}
                  onSetStatus={(status) => void setStatus(order, status)}
                  order={order}
                />
              )}
            </FilteredList>
          </>
        );
      }}
    </RecordList>
  );
}

function EmptyHint({ isAdmin }: { isAdmin: boolean }) {
  if (isAdmin) return 'New orders appear here at once.';
  return t(
    <>
      Choose something{' '}
      <Link className="text-link" to="/store">
        in the store
      </Link>
      . We'll notify you when it is ready.
    </>,
    <>
      Elija algo{' '}
      <Link className="text-link" to="/store">
        en la tienda
      </Link>
      . Le avisaremos cuando esté listo.
    </>,
  );
}

/** Sets an order's status and shows the outcome; asks before canceling. */
function useSetStatus() {
  const confirm = useConfirm();
  const update = useUpdateOrder();

  async function setStatus(order: Order, status: OrderStatus) {
    const question = {
      title: messages.confirmCancel(order.title),
      description: orderLabel(order),
      confirmLabel: t('Cancel the order', 'Cancelar el pedido'),
      cancelLabel: t('Keep it', 'Conservarlo'),
      danger: true,
    };
    if (status === 'cancelled' && !(await confirm(question))) return;
    if (update.isPending && update.variables.order.id === order.id) return;
    toast.dismissAll();
    const fault = tokenError();
    if (fault) return toast.show(fault, 'error');
    try {
      // The pressed button was replaced or removed. Callbacks don't run on another page, where the result shows too.
      const { message } = await update.mutateAsync({ order, status }, { onSuccess: focusContent });
      toast.show(message);
    } catch (error) {
      toast.show(errorMessage(error, messages.orderUpdateFailed), 'error');
    }
  }

  return { setStatus, busyId: update.isPending ? update.variables.order.id : null };
}
