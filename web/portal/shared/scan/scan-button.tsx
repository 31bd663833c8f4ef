import { ScanLine } from 'lucide-react';
import { useId, useState } from 'react';
import { scan } from '#contract/messages/scan.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';

interface ScanButtonProps {
  disabled: boolean;
  /** The largest PDF that is accepted. */
  megabytes: number | null;
  onPdf: (pdf: File) => void;
}

/** Opens the scanner, which loads with the first click. */
export function ScanButton({ disabled, megabytes, onPdf }: ScanButtonProps) {
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
    <div className="mt-2">
      <Button
        busy={state === 'loading'}
        disabled={disabled}
        onClick={() => void open()}
        size="sm"
        variant="secondary"
      >
        <ScanLine aria-hidden="true" className="size-4" />
        Scan pages
      </Button>
      {state === 'failed' && <FieldError id={errorId}>{scan.notLoaded}</FieldError>}
      {loaded && state === 'open' && (
        <loaded.ScanDialog
          megabytes={megabytes}
          onClose={() => setState('closed')}
          onPdf={(pdf) => {
            setState('closed');
            onPdf(pdf);
          }}
        />
      )}
    </div>
  );
}
