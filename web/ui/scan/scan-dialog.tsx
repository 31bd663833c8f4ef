import { Camera, Images } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { CornersDialog } from './corners-dialog.tsx';
import { scan } from './messages.ts';
import { ScanPageRow } from './scan-page-row.tsx';
import { type ScanPage, useScanPages } from './use-scan-pages.ts';

export interface ScanDialogProps {
  /** The largest PDF that is accepted. */
  megabytes: number | null;
  onClose: () => void;
  onPdf: (pdf: File) => void;
}

/** Scanned pages are smaller than other files: offices mail them on. */
const maxMegabytes = 5;

/** The list of pages may fill the screen. */
const scrollTo = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' });

/** Makes one PDF of several photos. */
export default function ScanDialog({ megabytes, onClose, onPdf }: ScanDialogProps) {
  const { scanner, pages, setPages, status, faults, add, write } = useScanPages();
  const [edited, setEdited] = useState<ScanPage | null>(null);
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const libraryButton = useRef<HTMLButtonElement>(null);
  const isBusy = status !== '';

  const change = (id: number, part: Partial<ScanPage>) =>
    setPages((before) => before.map((page) => (page.id === id ? { ...page, ...part } : page)));

  function move(from: number, to: number) {
    setPages((before) => {
      const [page] = before.slice(from, from + 1);
      return page ? before.toSpliced(from, 1).toSpliced(to, 0, page) : before;
    });
  }

  function remove(id: number) {
    setPages((before) => before.filter((page) => page.id !== id));
    // The pressed button goes with its page.
    libraryButton.current?.focus();
  }

  async function use() {
    const pdf = await write(Math.min(maxMegabytes, megabytes ?? maxMegabytes));
    if (pdf) onPdf(pdf);
  }

  const input = (ref: typeof camera, name: string, isCamera: boolean) => (
    <input
      accept="image/*,.heic,.heif"
      aria-label={name}
      capture={isCamera ? 'environment' : undefined}
      hidden
      multiple={!isCamera}
      onChange={({ target }) => {
        void add([...(target.files ?? [])]);
        // The same photo can be chosen again.
        target.value = '';
      }}
      ref={ref}
      type="file"
    />
  );

  return (
    <Dialog
      description={scan.about}
      discardQuestion={scan.discard}
      footer={
        <>
          <DialogCancel />
          <Button busy={isBusy} disabled={pages.length === 0} onClick={() => void use()}>
            {pages.length === 1
              ? t('Use this page', 'Usar esta página')
              : t('Use these pages', 'Usar estas páginas')}
          </Button>
        </>
      }
      isDirty={pages.length > 0 || (isBusy && scanner !== null)}
      onClose={onClose}
      title={t('Scan pages', 'Escanear páginas')}
    >
      <div className="grid gap-4">
        {pages.length > 0 && (
          <ol className="grid gap-3">
            {pages.map((page, index) => (
              <ScanPageRow
                count={pages.length}
                index={index}
                key={page.id}
                onChange={(part) => change(page.id, part)}
                onEdit={() => setEdited(page)}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(page.id)}
                page={page}
                scanner={scanner}
              />
            ))}
          </ol>
        )}
        {faults.map((fault) => (
          <Alert key={fault} ref={scrollTo} tone="error">
            {fault}
          </Alert>
        ))}
        <p className="text-sm text-steel empty:hidden" role="status">
          {status}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            busy={isBusy || !scanner}
            className="hidden pointer-coarse:inline-flex"
            onClick={() => camera.current?.click()}
            variant="secondary"
          >
            <Camera aria-hidden="true" className="size-5" />
            {t('Take a photo', 'Tomar una foto')}
          </Button>
          <Button
            busy={isBusy || !scanner}
            onClick={() => library.current?.click()}
            ref={libraryButton}
            variant="secondary"
          >
            <Images aria-hidden="true" className="size-5" />
            {t('Choose photos', 'Elegir fotos')}
          </Button>
        </div>
        {input(camera, t('Photo from the camera', 'Foto de la cámara'), true)}
        {input(library, t('Photos', 'Fotos'), false)}
      </div>
      {edited && (
        <CornersDialog
          corners={edited.corners}
          number={pages.findIndex(({ id }) => id === edited.id) + 1}
          onClose={() => setEdited(null)}
          onCorners={(corners) => {
            change(edited.id, { corners });
            setEdited(null);
          }}
          photo={edited.photo}
        />
      )}
    </Dialog>
  );
}
