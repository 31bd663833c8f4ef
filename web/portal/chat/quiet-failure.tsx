import type { ReactNode } from 'react';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';

interface QuietFailureProps {
  onRetry: () => void;
  className?: string;
  children: ReactNode;
}

/** A failure to load, with a retry; it raises no alert (G7). */
export function QuietFailure({ onRetry, className = '', children }: QuietFailureProps) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-4 border-line px-4 py-2 text-steel ${className}`}
      role="status"
    >
      {children}
      <Button onClick={onRetry} size="sm" variant="secondary">
        {t('Try again', 'Intentar de nuevo')}
      </Button>
    </div>
  );
}
