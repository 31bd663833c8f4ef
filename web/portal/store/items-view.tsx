import { useState } from 'react';
import { Link } from 'react-router';
import { store as messages } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/drafts/form-draft.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ItemsList } from './items-list.tsx';
import { OrderStatusBadge, orderLabel } from './order-row.tsx';
import { ProductForm } from './product-form.tsx';
import { useOrders } from './store.data.ts';

/** The products; an admin adds and changes them beside the list. */
export function ItemsView({ role }: { role: Role }) {
  return role === 'admin' ? (
    <AdminItems />
  ) : (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <WaitingOrders />
      <ItemsList />
    </div>
  );
}

interface OpenForm {
  /** The product to change; null to add one. */
  product: Product | null;
  /** Rises with each opening: a new number creates a new form without values of the previous product. */
  number: number;
  /** Whether the user opened the form, which then takes the focus. */
  asked: boolean;
}

function AdminItems() {
  const confirm = useConfirm();
  const [form, setForm] = useState<OpenForm>(() => {
    const kept = readFormDraft<Product, object>('product');
    return { product: kept?.target ?? null, number: 0, asked: kept !== null };
  });
  const [dirty, setDirty] = useState(false);

  const open = (product: Product | null, asked: boolean) => {
    setDirty(false);
    deleteFormDraft('product');
    setForm(({ number }) => ({ product, number: number + 1, asked }));
  };

  async function ask(product: Product | null, asked: boolean) {
    const question = {
      title: messages.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!dirty || (await confirm(question))) open(product, asked);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      {/* On a phone the form appears on request. */}
      {!form.asked && (
        <Button
          className="justify-self-start xl:hidden"
          onClick={() => void ask(null, true)}
          variant="secondary"
        >
          New item
        </Button>
      )}
      <div
        className={`xl:sticky xl:top-20 xl:col-start-2 xl:row-start-1 xl:block xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto ${form.asked ? '' : 'hidden'}`}
      >
        <ProductForm
          focus={form.asked}
          key={form.number}
          onCancel={form.asked ? () => void ask(null, false) : null}
          onDirty={setDirty}
          onSaved={() => open(null, false)}
          product={form.product}
        />
      </div>
      <div className="min-w-0 xl:col-start-1 xl:row-start-1">
        <ItemsList
          admin={{
            editing: form.product?.id ?? null,
            onEdit: (product) => void ask(product, true),
            onDeleted: (product) => product.id === form.product?.id && open(null, false),
          }}
        />
      </div>
    </div>
  );
}

/** Further orders are under 'Your orders'. */
const maxShown = 3;

/** The user's own unfinished orders; those ready for pickup come first. */
function WaitingOrders() {
  const orders = useOrders('open').data;
  if (!orders || orders.length === 0) return null;
  return (
    <section
      aria-label={t('On its way', 'En camino')}
      className="border-l-4 border-lane bg-sheet px-4 py-2"
    >
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
          {t(`And ${orders.length - maxShown} more`, `Y ${orders.length - maxShown} más`)}
        </Link>
      )}
    </section>
  );
}
