import { useMemo, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { store as text } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { hush } from '../frame/say.tsx';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { FoundCount } from './found-count.tsx';
import { ItemCard } from './item-card.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { useDeleteProduct, useProducts } from './store.data.ts';
import { searchedProducts } from './store-words.ts';
import { useReadOn } from './use-read-on.ts';

const none: readonly Product[] = [];

/** So many pictures are in sight at once and do not wait until somebody scrolls. */
const inSight = 4;

interface ItemsListProps {
  /** What an admin may do; without it the list is for ordering. */
  admin?: {
    editing: number | null;
    onEdit: (product: Product) => void;
    onDeleted: (product: Product) => void;
  };
}

/** The items with their search, in each of the four states of a list. */
export function ItemsList({ admin }: ItemsListProps) {
  const products = useProducts();
  const [search, setSearch] = useState('');
  const [ordering, setOrdering] = useState<Product | null>(null);
  const list = products.data ?? none;
  const shown = useMemo(() => searchedProducts(list, search), [list, search]);
  const { count, showMore, end } = useGrowingList(search);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = products;
  useReadOn(products, search.trim() !== '' || count >= shown.length);
  const remove = useAskAndDelete<Product>({
    text,
    idOf: ({ id }) => id,
    describe: text.deletesWith,
    remove: useDeleteProduct(),
    onDeleted: (product) => admin?.onDeleted(product),
  });

  if (products.isPending) return <Skeleton label={general.loading} labelVisible lines={8} />;
  const failed = products.isError && (
    <FailedList
      busy={isFetching}
      error={products.error}
      fallback={text.fetchFailed}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
    />
  );
  if (failed && products.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={text.none}>
        {admin
          ? 'Add the first item with its picture: everybody can order it at once.'
          : 'Look again later, or ask the office.'}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failed}
      <FoundCount
        found={shown.length}
        hasMore={hasNextPage}
        many="items"
        noMatch={text.noMatch}
        one="item"
        onSearch={setSearch}
        read={list.length}
        search={search}
      />
      <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))]">
        {shown.slice(0, count).map((product, index) => (
          <li
            className="[contain-intrinsic-size:auto_24rem] [content-visibility:auto] max-sm:[contain-intrinsic-size:auto_12rem]"
            key={product.id}
          >
            <ItemCard
              admin={
                admin && {
                  editing: admin.editing === product.id,
                  deleting: remove.busyId === product.id,
                  onEdit: () => {
                    hush();
                    admin.onEdit(product);
                  },
                  onDelete: () => void remove.ask(product),
                }
              }
              eager={index < inSight}
              onOrder={() => {
                hush();
                setOrdering(product);
              }}
              product={product}
            />
          </li>
        ))}
      </ul>
      {(shown.length > count || hasNextPage) && (
        <div ref={end}>
          <Button busy={isFetching} onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
      {ordering && (
        <OrderDialog
          key={ordering.id}
          onClose={() => setOrdering(null)}
          // Its stock is that of now, not that of the press.
          product={list.find(({ id }) => id === ordering.id) ?? ordering}
        />
      )}
    </div>
  );
}
