import { useState } from 'react';
import { store as text } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { dollars } from '#web/lib/dollars.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Picture } from '../files/picture.tsx';

interface ItemCardProps {
  product: Product;
  /** Its picture is in sight as soon as the list is. */
  eager: boolean;
  onOrder: () => void;
  admin:
    | {
        /** It is in the form. */
        editing: boolean;
        deleting: boolean;
        onEdit: () => void;
        onDelete: () => void;
      }
    | undefined;
}

/** One item: on a phone its picture stands beside the words, so that several are in sight. */
export function ItemCard({ product, eager, onOrder, admin }: ItemCardProps) {
  const { title, price, stock } = product;
  return (
    <article className="grid h-full grid-cols-[7.5rem_minmax(0,1fr)] border border-line border-t-2 border-t-ink bg-sheet sm:grid-cols-[minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
      <Picture
        alt=""
        className="aspect-square self-start sm:aspect-[4/3]"
        cover
        eager={eager}
        imageKey={product.image_key}
        picture={product.picture}
        presign="store"
        sizes="(min-width: 40rem) 24rem, 7.5rem"
      />
      <div className="flex min-w-0 flex-col gap-1 p-3 sm:p-4">
        <h2 className="font-display leading-snug font-bold wrap-anywhere">{title}</h2>
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="display text-lg">{dollars(price)}</span>
          {stock !== null && <Stock left={stock} />}
          {admin?.editing && <Badge tone="lane">In the form</Badge>}
        </p>
        <Description words={product.description} />
        <div className="mt-auto flex flex-wrap items-center gap-x-1 pt-2">
          <Button
            aria-label={`Order ${title}`}
            disabled={stock === 0}
            onClick={onOrder}
            size="sm"
            variant="secondary"
          >
            Order
          </Button>
          {admin && (
            <>
              <Button aria-label={`Edit ${title}`} onClick={admin.onEdit} size="sm" variant="quiet">
                Edit
              </Button>
              <Button
                aria-label={`Delete ${title}`}
                busy={admin.deleting}
                className="text-danger!"
                onClick={admin.onDelete}
                size="sm"
                variant="quiet"
              >
                Delete
              </Button>
            </>
          )}
        </div>
      </div>
    </article>
  );
}

/** Fewer than this are worth a mark. */
const few = 6;

function Stock({ left }: { left: number }) {
  const tone = left === 0 ? 'danger' : left < few ? 'lane' : 'neutral';
  return <Badge tone={tone}>{text.left(left)}</Badge>;
}

/** Longer than this it is cut until somebody asks for the rest. */
const long = { characters: 110, lines: 3 };

function Description({ words }: { words: string }) {
  const [whole, setWhole] = useState(false);
  const cut = words.length > long.characters || words.split('\n').length > long.lines;
  return (
    <div className="text-sm text-steel">
      <p className={`whitespace-pre-line wrap-anywhere ${cut && !whole ? 'line-clamp-3' : ''}`}>
        {words}
      </p>
      {cut && (
        <button
          aria-expanded={whole}
          className="text-link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
          onClick={() => setWhole(!whole)}
          type="button"
        >
          {whole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </div>
  );
}
