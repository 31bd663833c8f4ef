import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { isConvex, mapQuad, type Point, type Quad } from '#web/lib/scan/geometry.ts';
import type { Photo } from '#web/lib/scan/scan-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { scan } from './messages.ts';
import { usePictureUrl } from './use-picture-url.ts';

interface CornersDialogProps {
  photo: Photo;
  corners: Quad;
  number: number;
  onCorners: (corners: Quad) => void;
  onClose: () => void;
}

const names = () => [
  t('Top left corner', 'Esquina superior izquierda'),
  t('Top right corner', 'Esquina superior derecha'),
  t('Bottom right corner', 'Esquina inferior derecha'),
  t('Bottom left corner', 'Esquina inferior izquierda'),
];

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The photo with a handle on each corner of the page. */
export function CornersDialog({ photo, corners, number, onCorners, onClose }: CornersDialogProps) {
  const [quad, setQuad] = useState(corners);
  const picture = useRef<HTMLDivElement>(null);
  const url = usePictureUrl(photo.blob);
  const hint = useId();

  function place(moved: number, { x, y }: Point) {
    const to = { x: Math.min(Math.max(x, 0), 1), y: Math.min(Math.max(y, 0), 1) };
    const next = mapQuad(quad, (corner, index) => (index === moved ? to : corner));
    if (isConvex(next)) setQuad(next);
  }

  function drag(event: PointerEvent<HTMLButtonElement>, index: number) {
    const box = picture.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    place(index, {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    });
  }

  function press(event: KeyboardEvent, index: number, corner: Point) {
    const step = steps[event.key];
    if (!step) return;
    // Otherwise the dialog scrolls.
    event.preventDefault();
    const size = event.shiftKey ? 0.02 : 0.004;
    place(index, { x: corner.x + step.x * size, y: corner.y + step.y * size });
  }

  return (
    <Dialog
      description={scan.corners}
      discardQuestion={scan.leaveCorners}
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => onCorners(quad)}>
            {t('Use these corners', 'Usar estas esquinas')}
          </Button>
        </>
      }
      isDirty={quad !== corners}
      onClose={onClose}
      title={t(`Corners of page ${number}`, `Esquinas de la página ${number}`)}
    >
      <p className="sr-only" id={hint}>
        {scan.corners}
      </p>
      <div className="flex justify-center px-3 py-4">
        <div className="relative touch-none select-none" ref={picture}>
          {url && (
            <img
              alt={t(`Page ${number}, uncropped`, `Página ${number}, sin recortar`)}
              className="block max-h-[52dvh] max-w-full"
              draggable={false}
              height={photo.height}
              src={url}
              width={photo.width}
            />
          )}
          <svg
            aria-hidden="true"
            className="absolute inset-0 size-full"
            preserveAspectRatio="none"
            viewBox="0 0 1 1"
          >
            <polygon
              className="fill-signal/15 stroke-signal stroke-3"
              points={quad.map(({ x, y }) => `${x},${y}`).join(' ')}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {quad.map((corner, index) => (
            <button
              aria-describedby={hint}
              aria-label={names()[index]}
              className="absolute grid size-11 -translate-1/2 cursor-move touch-none place-items-center rounded-full"
              key={names()[index]}
              onKeyDown={(event) => press(event, index, corner)}
              onPointerDown={({ currentTarget, pointerId }) =>
                currentTarget.setPointerCapture(pointerId)
              }
              onPointerMove={(event) => drag(event, index)}
              style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
              type="button"
            >
              <span className="size-6 rounded-full border-4 border-asphalt bg-signal/40 outline-2 outline-chalk" />
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
