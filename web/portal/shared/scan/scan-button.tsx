import { ScanLine } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { scan } from '#contract/messages/scan.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';

interface ScanButtonProps {
  disabled?: boolean;
  /** An icon without words, for a row of them. */
  isIcon?: boolean;
  /** The largest PDF that is accepted. */
  megabytes: number | null;
  onPdf: (pdf: File) => void;
}

/** Opens the scanner, which loads with the first click. */
export function ScanButton({ disabled, isIcon = false, megabytes, onPdf }: ScanButtonProps) {
  const [loaded, setLoaded] = useState<typeof import('./scan-dialog.tsx') | null>(null);
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed');

  const errorId = useId();

  async function open() {
    setState('loading');
    try {
      setLoaded(await import('./scan-dialog.tsx'));
      setState('open');
    } catch (error) {
      console.error('The scanner could not be loaded.', error);
      setState('failed');
    }
  }

  return (
    <div className={isIcon ? '' : 'mt-2'}>
      <Button
        aria-label={isIcon ? 'Scan pages' : undefined}
        busy={state === 'loading'}
        disabled={disabled}
        onClick={() => void open()}
        size={isIcon ? 'icon' : 'sm'}
        title={isIcon ? 'Scan pages' : undefined}
        variant={isIcon ? 'quiet' : 'secondary'}
      >
        <ScanLine aria-hidden="true" className={isIcon ? 'size-5' : 'size-4'} />
        {!isIcon && 'Scan pages'}
      </Button>
      {state === 'failed' && <FieldError id={errorId}>{scan.notLoaded}</FieldError>}
      {loaded && state === 'open' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is dropped on the dialog from the page below
        <div onDragOver={ignoreDrop} onDrop={ignoreDrop}>
          <loaded.ScanDialog
            megabytes={megabytes}
            onClose={() => setState('closed')}
            onPdf={(pdf) => {
              setState('closed');
              onPdf(pdf);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** React passes events of the dialog on to the elements around its button. */
function ignoreDrop(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
