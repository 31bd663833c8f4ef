import { useState } from 'react';
import type { Role } from '#contract/access.ts';
import { store as text } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ItemsList } from './items-list.tsx';
import { ProductForm } from './product-form.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

/** What can be had; an admin adds and changes it beside the list. */
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

interface Opening {
  /** The item to change; null to add one. */
  product: Product | null;
  number: number;
  /** Whether a person asked for it, who then starts typing; not when the page opens it. */
  asked: boolean;
}

function AdminItems() {
  const confirm = useConfirm();
  // Each opening of the form is a new one, so that nothing of the item before is left in it.
  const [form, setForm] = useState<Opening>({ product: null, number: 0, asked: false });
  const [dirty, setDirty] = useState(false);

  const open = (product: Product | null, asked: boolean) => {
    setDirty(false);
    setForm(({ number }) => ({ product, number: number + 1, asked }));
  };

  async function ask(product: Product | null, asked: boolean) {
    const question = {
      title: text.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty || (await confirm(question))) open(product, asked);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
      {/* On a phone the items come first, and the form when it is called. */}
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
          onCancel={() => void ask(null, false)}
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
