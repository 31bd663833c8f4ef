import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Role } from '#contract/access.ts';
import { general } from '#contract/messages/general.ts';
import { store as text } from '#contract/messages/store.ts';
import type { Order } from '#contract/orders.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { FoundCount } from './found-count.tsx';
import { OrderRow } from './order-row.tsx';
import { useOrders } from './store.data.ts';
import { openFirst, searchedOrders } from './store-words.ts';
import { useMoveOrder } from './use-move-order.ts';
import { useReadOn } from './use-read-on.ts';

const none: readonly Order[] = [];

/** An admin's orders to work through, those that wait unless all are asked for; an employee's own. */
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

function OrdersList({ isAdmin, which }: OrdersListProps) {
  const orders = useOrders(which);
  const [search, setSearch] = useState('');
  const list = orders.data ?? none;
  const shown = useMemo(() => {
    const found = searchedOrders(list, search);
    return which === 'open' ? openFirst(found) : found;
  }, [list, search, which]);
  const { count, showMore, end } = useGrowingList(search);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = orders;
  useReadOn(orders, search.trim() !== '' || count >= shown.length);
  const { move, movingId } = useMoveOrder();

  if (orders.isPending) return <Skeleton label={general.loading} labelVisible lines={6} />;
  const failed = orders.isError && (
    <FailedList
      busy={isFetching}
      error={orders.error}
      fallback={text.ordersFailed}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
    />
  );
  if (failed && orders.data === undefined) return failed;
  if (list.length === 0) return <NoOrders isAdmin={isAdmin} which={which} />;
  return (
    <>
      {failed}
      <FoundCount
        found={shown.length}
        hasMore={hasNextPage}
        many="orders"
        noMatch={text.noOrderMatch}
        one="order"
        onSearch={setSearch}
        read={list.length}
        search={search}
      />
      {shown.length > 0 && (
        <ul className="border-b-2 border-ink">
          {shown.slice(0, count).map((order) => (
            <OrderRow
              isAdmin={isAdmin}
              isMoving={movingId === order.id}
              key={order.id}
              onMove={(status) => void move(order, status)}
              order={order}
            />
          ))}
        </ul>
      )}
      {(shown.length > count || hasNextPage) && (
        <div ref={end}>
          <Button busy={isFetching} onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function NoOrders({ isAdmin, which }: OrdersListProps) {
  return (
    <EmptyState title={which === 'open' ? text.noOpenOrders : text.noOrders}>
      {isAdmin ? (
        'A new one is here at once, and under the bell.'
      ) : (
        <>
          Choose something{' '}
          <Link className="text-link" to="/store">
            in the store
          </Link>
          : you are told when it is ready.
        </>
      )}
    </EmptyState>
  );
}
