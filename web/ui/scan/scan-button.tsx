import { type ComponentType, type DragEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#contract/text/languages.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { scan } from './messages.ts';
import type { ScanDialogProps } from './scan-dialog.tsx';

interface ScanButtonProps {
  /** Default: the dialog with the styles of the portal. */
  loadDialog?: () => Promise<{ default: ComponentType<ScanDialogProps> }>;
  disabled?: boolean;
  /** An icon without words, for a row of them. */
  isIcon?: boolean;
  /** The largest PDF that is accepted. */
  megabytes: number | null;
  onPdf: (pdf: File) => void;
}

const loadPortalDialog = importAgain(() => import('./scan-dialog.tsx'));

/** Opens the scanner, which loads with the first click. */
export function ScanButton(props: ScanButtonProps) {
  const { loadDialog = loadPortalDialog, disabled, isIcon = false, megabytes, onPdf } = props;
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed');
  const [dialog, setDialog] = useState<{ default: ComponentType<ScanDialogProps> } | null>(null);
  const errorId = useId();
  const label = t('Scan pages', 'Escanear páginas');

  async function open() {
    setState('loading');
    try {
      setDialog(await loadDialog());
      setState('open');
    } catch (error) {
      console.error('The scanner could not be loaded.', error);
      setState('failed');
    }
  }

  return (
    <div className={isIcon ? '' : 'mt-2'}>
      <Button
        aria-label={isIcon ? label : undefined}
        busy={state === 'loading'}
        disabled={disabled}
        onClick={() => void open()}
        size={isIcon ? 'icon' : 'sm'}
        title={isIcon ? label : undefined}
        variant={isIcon ? 'quiet' : 'secondary'}
      >
        <svg
          aria-hidden="true"
          className={`fill-none stroke-current stroke-2 ${isIcon ? 'size-5' : 'size-4'}`}
          viewBox="0 0 24 24"
        >
          <path d="M3 7V3h4M17 3h4v4M21 17v4h-4M7 21H3v-4M7 12h10" />
        </svg>
        {!isIcon && label}
      </Button>
      {state === 'failed' && <FieldError id={errorId}>{scan.notLoaded}</FieldError>}
      {state === 'open' && dialog && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is dropped on the dialog from the page below
        <div onDragOver={ignoreDrop} onDrop={ignoreDrop}>
          <dialog.default
            megabytes={megabytes}
            onClose={() => setState('closed')}
            onPdf={(pdf) => {
              flushSync(() => setState('closed'));
              // After the dialog has returned the focus to the button.
              setTimeout(() => onPdf(pdf));
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
