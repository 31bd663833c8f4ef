import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filtered } from '#contract/filters/list-filter.ts';
import { productsFilter } from '#contract/filters/store.ts';
import { store as messages } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { FoundCount } from './found-count.tsx';
import { ItemCard } from './item-card.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { productsQuery, useDeleteProduct } from './store.data.ts';

const noFilter = productsFilter.none;

/** The pictures of this many products load eagerly; they are in view when the list opens. */
const eagerPictures = 4;

interface ItemsListProps {
  /** Admin actions; without them products can be ordered. */
  admin?: {
    editing: number | null;
    onEdit: (product: Product) => void;
    onDeleted: (product: Product) => void;
  };
}

/** The products with their search. */
export function ItemsList({ admin }: ItemsListProps) {
  const products = useInfiniteQuery(productsQuery);
  const [{ q: search }, setFilter] = useUrlFilter(noFilter);
  const [ordering, setOrdering] = useState<Product | null>(null);
  const isSearched = search.trim() !== '';
  const remove = useConfirmDelete<Product>({
    text: messages,
    idOf: ({ id }) => id,
    describe: messages.deletesWith,
    remove: useDeleteProduct().mutateAsync,
    onDeleted: (product) => admin?.onDeleted(product),
  });
  return (
    <RecordList
      emptyHint={
        admin
          ? 'Add the first item with its picture. Everyone can order it at once.'
          : t('Check back later, or ask the office.', 'Vuelva más tarde o pregunte a la oficina.')
      }
      messages={messages}
      query={products}
    >
      {(list) => {
        const rows = filtered(productsFilter, list, { q: search });
        return (
          <>
            <FoundCount
              found={rows.length}
              hasMore={products.hasNextPage}
              loaded={list.length}
              many={t('items', 'artículos')}
              one={t('item', 'artículo')}
              onSearch={(q) => setFilter({ q })}
              search={search}
            />
            <FilteredList
              className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(14.5rem,1fr))]"
              keyOf={({ id }) => id}
              noMatch={messages.noMatch}
              onShowAll={() => setFilter(noFilter)}
              pages={{ ...products, isSearched }}
              resetKey={search}
              rows={rows}
            >
              {(product, index) => (
                <li>
                  <ItemCard
                    admin={
                      admin && {
                        isEditing: admin.editing === product.id,
                        isDeleting: remove.busyId === product.id,
                        onEdit: () => {
                          toast.dismissAll();
                          admin.onEdit(product);
                        },
                        onDelete: () => void remove.ask(product),
                      }
                    }
                    eager={index < eagerPictures}
                    onOrder={() => {
                      toast.dismissAll();
                      setOrdering(product);
                    }}
                    product={product}
                  />
                </li>
              )}
            </FilteredList>
            {ordering && (
              <OrderDialog
                key={ordering.id}
                onClose={() => setOrdering(null)}
                // The current one, because orders change its stock while the dialog is open.
                product={list.find(({ id }) => id === ordering.id) ?? ordering}
              />
            )}
          </>
        );
      }}
    </RecordList>
  );
}
