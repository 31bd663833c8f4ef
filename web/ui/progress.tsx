import { t } from '#contract/text/languages.ts';
import { Button } from './button.tsx';

interface ProgressProps {
  label: string;
  /** 0 to 100; undefined while unknown. */
  value?: number | undefined;
  onCancel?: (() => void) | undefined;
}

/** A progress bar in percent with an optional Cancel button. */
export function Progress({ label, value, onCancel }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="mb-1 flex justify-between gap-4 text-sm">
          <span className="truncate">{label}</span>
          {percent !== undefined && <span className="tabular-nums">{percent}%</span>}
        </p>
        <progress
          aria-label={label}
          className="block h-2 w-full appearance-none overflow-hidden rounded-sm border-0 bg-well accent-rust [&::-moz-progress-bar]:bg-rust [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-rust"
          max={100}
          value={percent}
        />
      </div>
      {onCancel && (
        <Button onClick={onCancel} size="sm" variant="quiet">
          {t('Cancel', 'Cancelar')}
        </Button>
      )}
    </div>
  );
}
