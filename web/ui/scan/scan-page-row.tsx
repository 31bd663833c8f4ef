import { ArrowDown, ArrowUp, Crop, type LucideIcon, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import type { Turns } from '#web/lib/scan/geometry.ts';
import type { Scanner } from '#web/lib/scan/scanner.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { scan } from './messages.ts';
import { usePictureUrl } from './use-picture-url.ts';
import { type ScanPage, wholePhoto } from './use-scan-pages.ts';

interface ScanPageRowProps {
  scanner: Scanner | null;
  page: ScanPage;
  /** From 0. */
  index: number;
  count: number;
  onChange: (part: Partial<ScanPage>) => void;
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** A page as it will be in the PDF, with what can be changed about it. */
export function ScanPageRow({
  scanner,
  page,
  index,
  count,
  onChange,
  onEdit,
  onMove,
  onRemove,
}: ScanPageRowProps) {
  const [preview, setPreview] = useState<Blob | null>(null);
  const url = usePictureUrl(preview);
  const number = index + 1;

  useEffect(() => {
    let isLatest = true;
    scanner?.run('preview', page).then(
      (picture) => isLatest && setPreview(picture),
      (error: unknown) => console.error('The preview of a page could not be made.', error),
    );
    return () => {
      isLatest = false;
    };
  }, [scanner, page]);

  const action = (Icon: LucideIcon, name: string, onClick: () => void, isPossible = true) => (
    // Not disabled: that would take the focus away from it.
    <Button
      aria-disabled={!isPossible}
      aria-label={t(`${name} page ${number}`, `${name}: página ${number}`)}
      onClick={() => isPossible && onClick()}
      size="icon"
      title={name}
      variant="quiet"
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );

  return (
    <li className="flex gap-3 border-2 border-line p-2">
      <button
        aria-label={t(`Corners of page ${number}`, `Esquinas de la página ${number}`)}
        className="grid h-28 w-20 shrink-0 sm:h-36 sm:w-28 place-items-center bg-well"
        onClick={onEdit}
        type="button"
      >
        {url && (
          <img
            alt={t(`Page ${number}`, `Página ${number}`)}
            className="max-h-28 max-w-20 sm:max-h-36 sm:max-w-28"
            src={url}
          />
        )}
      </button>
      <div className="grid min-w-0 flex-1 content-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-display font-bold">{t(`Page ${number}`, `Página ${number}`)}</p>
          <Select
            aria-label={t(`Look of page ${number}`, `Aspecto de la página ${number}`)}
            className="w-auto!"
            onChange={({ target }) =>
              onChange({ look: target.value === 'color' ? 'color' : 'document' })
            }
            options={[
              { value: 'document', label: t('Document', 'Documento') },
              { value: 'color', label: t('Color', 'A color') },
            ]}
            value={page.look}
          />
        </div>
        <div className="-ml-3 flex flex-wrap">
          {action(ArrowUp, t('Move up', 'Subir'), () => onMove(index - 1), index > 0)}
          {action(ArrowDown, t('Move down', 'Bajar'), () => onMove(index + 1), number < count)}
          {action(RotateCw, t('Rotate', 'Girar'), () =>
            onChange({ turns: ((page.turns + 1) % 4) as Turns }),
          )}
          {action(Crop, t('Crop', 'Recortar'), onEdit)}
          {action(Trash2, t('Remove', 'Quitar'), onRemove)}
        </div>
        {page.corners === wholePhoto && <p className="text-sm text-steel">{scan.noSheet}</p>}
      </div>
    </li>
  );
}
