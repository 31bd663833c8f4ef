import { useEffect, useRef } from 'react';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

export interface Difference {
  label: string;
  saved: string;
  entered: string;
}

interface ConflictAlertProps {
  /** The server's message. */
  message: string;
  differences: readonly Difference[];
  onKeepSaved: () => void;
  onOverwrite: () => void;
}

/** Shows both versions of a record that someone else changed; the user chooses one. */
export function ConflictAlert({
  message,
  differences,
  onKeepSaved,
  onOverwrite,
}: ConflictAlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div
      className="grid gap-3 border-l-4 border-danger bg-danger-wash pb-4"
      ref={box}
      tabIndex={-1}
    >
      <Alert className="border-l-0!" tone="error">
        {message}
      </Alert>
      <dl className="grid gap-3 px-4 text-sm">
        {differences.map(({ label, saved, entered }) => (
          <div key={label}>
            <dt className="font-display font-semibold">{label}</dt>
            <dd className="grid gap-2 sm:grid-cols-2">
              <Version text={saved} title={t('Saved', 'Guardado')} />
              <Version text={entered} title={t('Yours', 'Lo suyo')} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3 px-4">
        <Button onClick={onOverwrite} size="sm" variant="secondary">
          {t('Save my version', 'Guardar lo mío')}
        </Button>
        <Button onClick={onKeepSaved} size="sm" variant="quiet">
          {t('Keep the saved version', 'Dejar lo guardado')}
        </Button>
      </div>
    </div>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="scroll-more after:-bottom-2 max-h-40 overflow-y-auto bg-sheet p-2 whitespace-pre-line">
      <span className="legend block text-steel">{title}</span>
      {text || t('(empty)', '(vacío)')}
    </div>
  );
}
