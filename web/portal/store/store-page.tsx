import { Link, useSearchParams } from 'react-router';
import { store as messages } from '#contract/messages/store.ts';
import { t } from '#contract/text/languages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { useBadges } from '../shared/live/badges.data.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { ImportLink } from '../shared/records/import-link.tsx';
import { ItemsView } from './items-view.tsx';
import { OrdersView } from './orders-view.tsx';
import { productsQuery, useLiveStore } from './store.data.ts';

export const clientLoader = firstRequests((client) => [
  client.ensureInfiniteQueryData(productsQuery),
]);

/** The employee store: its products and their orders. */
export default function StorePage() {
  const { role } = useSession();
  const [address] = useSearchParams();
  // The search of the view, which keeps it in the address.
  const q = address.get('q') ?? '';
  useLiveStore();
  if (role === null) return null;
  const view = address.get('view') === 'orders' ? 'orders' : 'items';
  return (
    <>
      <PageHeader
        action={
          view === 'orders' ? (
            <ExportMenu
              filter={{
                q,
                ...(role === 'admin' && address.get('which') !== 'all' && { open: '1' }),
              }}
              list="orders"
              size="md"
            />
          ) : (
            role === 'admin' && (
              <>
                <ExportMenu filter={{ q }} list="products" size="md" />
                <ImportLink kind="products" />
              </>
            )
          )
        }
        title={messages.title}
      />
      <Views isAdmin={role === 'admin'} view={view} />
      {view === 'items' ? <ItemsView role={role} /> : <OrdersView role={role} />}
    </>
  );
}

function Views({ view, isAdmin }: { view: 'items' | 'orders'; isAdmin: boolean }) {
  const badges = useBadges().data;
  const waiting = (isAdmin ? badges?.open_orders : badges?.ready_orders) ?? 0;
  const views = [
    { name: 'items', to: '/store', label: t('Items', 'Artículos') },
    {
      name: 'orders',
      to: '/store?view=orders',
      label: isAdmin ? 'Orders' : t('Your orders', 'Sus pedidos'),
    },
  ] as const;
  return (
    <nav
      aria-label={t('Store', 'Tienda')}
      className="mb-6 flex flex-wrap gap-x-6 border-b-2 border-ink"
    >
      {views.map(({ name, to, label }) => (
        <Link
          aria-current={view === name ? 'page' : undefined}
          className={`-mb-0.5 inline-flex min-h-11 items-center gap-2 border-b-4 font-display font-semibold ${
            view === name ? 'border-signal' : 'border-transparent text-steel hover:text-ink'
          }`}
          key={name}
          to={to}
        >
          {label}
          {name === 'orders' && waiting > 0 && (
            <Badge tone="lane">
              {waiting}
              <span className="sr-only">
                {isAdmin ? ' open' : t(' to pick up', ' por recoger')}
              </span>
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  );
}
