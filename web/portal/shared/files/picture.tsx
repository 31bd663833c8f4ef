import { useState } from 'react';
import type { Picture as PictureFacts } from '#contract/files.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { type Presign, useIsOverdue, useSignedLink } from './signed-link.data.ts';
import { useNear } from './use-near.ts';

interface ShownProps {
  imageKey: string;
  /** 'store' for products, 'settlements' for posts. */
  presign: Presign;
  picture: PictureFacts;
  /** '' beside a title. */
  alt: string;
  /** For the `sizes` of the `img`. */
  sizes: string;
  /** Above the fold: loaded immediately and with priority. */
  eager?: boolean;
  /** Fills and crops to a box whose size the caller sets. */
  cover?: boolean;
}

/** `className` is set on the box around the picture. */
type PictureProps = ShownProps & { className?: string };

/**
 * A stored picture: first a box in its proportion and color, near the viewport the picture.
 * It may contain a Retry button, so don't put it into a link or a button.
 */
export function Picture({ className = '', ...shown }: PictureProps) {
  const { imageKey, picture, eager = false, cover = false } = shown;
  const { box, isNear } = useNear(eager);
  const shape = cover ? {} : { aspectRatio: `${picture.width} / ${picture.height}` };
  return (
    <div
      className={`relative overflow-hidden ${className}`}
      ref={box}
      style={{ backgroundColor: picture.color, ...shape }}
    >
      {isNear && <Shown {...shown} key={imageKey} />}
    </div>
  );
}

function Shown({ imageKey, presign, picture, alt, sizes, eager, cover }: ShownProps) {
  const { link, fresh } = useSignedLink(imageKey, presign);
  const [tries, setTries] = useState(0);
  const [isBroken, setBroken] = useState(false);
  // Only a new element requests an unchanged URL again.
  const again = async () => {
    setBroken(true);
    const url = await fresh();
    setTries((before) => before + 1);
    if (url !== null) setBroken(false);
  };
  if (link === null || isBroken)
    return <Waiting attempt={tries} label={alt} onRetry={() => void again()} />;
  return (
    <picture key={tries}>
      {link.avifSrcset && <source sizes={sizes} srcSet={link.avifSrcset} type="image/avif" />}
      <img
        alt={alt}
        className={`block h-full w-full ${cover ? 'object-cover' : 'object-contain'}`}
        decoding="async"
        fetchPriority={eager ? 'high' : 'auto'}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        onError={() => {
          // The first time the link may just have expired.
          if (tries === 0) void again();
          else setBroken(true);
        }}
        sizes={sizes}
        src={link.url}
        srcSet={link.srcset}
        width={picture.width}
      />
    </picture>
  );
}

interface WaitingProps {
  attempt: number;
  label: string;
  onRetry: () => void;
}

/** Empty, and after a while a Retry button. */
function Waiting({ attempt, label, onRetry }: WaitingProps) {
  if (!useIsOverdue(attempt)) return null;
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Button
        aria-label={t(`Retry: ${label || 'picture'}`, `Reintentar: ${label || 'imagen'}`)}
        className="bg-sheet"
        onClick={onRetry}
        size="sm"
        variant="secondary"
      >
        {t('Retry', 'Reintentar')}
      </Button>
    </div>
  );
}
