import { store as messages } from '#contract/messages/store.ts';
import { dollars } from '#contract/rules/dollars.ts';
import type { Product } from '#contract/store.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ClampedText } from '../shared/clamped-text.tsx';
import { Picture } from '../shared/files/picture.tsx';

interface ItemCardProps {
  product: Product;
  /** Loads the picture eagerly. */
  eager: boolean;
  onOrder: () => void;
  admin:
    | {
        isEditing: boolean;
        isDeleting: boolean;
        onEdit: () => void;
        onDelete: () => void;
      }
    | undefined;
}

/** One product; on a phone the picture is beside the text, so that several fit the screen. */
export function ItemCard({ product, eager, onOrder, admin }: ItemCardProps) {
  const { title, price, stock } = product;
  return (
    <article className="grid h-full grid-cols-[min(7.5rem,31vw)_minmax(0,1fr)] border border-line border-t-2 border-t-ink bg-sheet sm:grid-cols-[minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
      {product.image_key !== null && product.picture ? (
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
      ) : (
        <p className="grid aspect-square place-items-center self-start bg-well p-2 text-center text-sm text-steel sm:aspect-[4/3]">
          {messages.noPicture}
        </p>
      )}
      <div className="flex min-w-0 flex-col gap-1 p-3 sm:p-4">
        <h2 className="font-display leading-snug font-bold">{title}</h2>
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="display text-lg">{dollars(price)}</span>
          {stock !== null && <Stock left={stock} />}
          {admin?.isEditing && <Badge tone="lane">In the form</Badge>}
        </p>
        <div className="text-sm text-steel">
          <ClampedText
            clampClass="line-clamp-3"
            max={{ characters: 110, lines: 3 }}
            text={product.description}
          />
        </div>
        <div className="mt-auto flex flex-wrap items-center pt-2 sm:gap-x-1">
          <Button
            aria-label={t(`Order ${title}`, `Pedir ${title}`)}
            disabled={stock === 0}
            onClick={onOrder}
            size="sm"
            variant="secondary"
          >
            {t('Order', 'Pedir')}
          </Button>
          {admin && (
            <>
              <Button aria-label={`Edit ${title}`} onClick={admin.onEdit} size="sm" variant="quiet">
                Edit
              </Button>
              <Button
                aria-label={`Delete ${title}`}
                busy={admin.isDeleting}
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

/** A stock of at most this many is marked as low. */
const lowStock = 5;

function Stock({ left }: { left: number }) {
  const tone = left === 0 ? 'danger' : left <= lowStock ? 'lane' : 'neutral';
  return <Badge tone={tone}>{messages.left(left)}</Badge>;
}
