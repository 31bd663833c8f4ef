import { Minus, Plus } from 'lucide-react';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface QuantityFieldProps {
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  /** Largest number that + goes to. */
  most: number;
  error: string | undefined;
}

const step =
  'grid size-12 shrink-0 place-items-center rounded-sm border-2 border-ink hover:bg-ink hover:text-paper disabled:border-edge disabled:text-steel disabled:opacity-55 disabled:hover:bg-transparent';

/** How many, with a button for less and for more that a thumb hits. */
export function QuantityField({ value, onChange, most, error }: QuantityFieldProps) {
  const now = Number(value) || 0;
  const set = (next: number) => onChange(String(Math.max(1, Math.min(most, next))));
  return (
    <Field error={error} label="Quantity" name="quantity" required>
      <div className="flex gap-2">
        <button
          aria-label="One less"
          className={step}
          disabled={now <= 1}
          onClick={() => set(now - 1)}
          type="button"
        >
          <Minus aria-hidden="true" className="size-5" />
        </button>
        <Input
          autoComplete="off"
          className="max-w-24 text-center text-lg tabular-nums"
          inputMode="numeric"
          onChange={(event) => onChange(event.target.value)}
          onFocus={(event) => event.target.select()}
          value={value}
        />
        <button
          aria-label="One more"
          className={step}
          disabled={now >= most}
          onClick={() => set(now + 1)}
          type="button"
        >
          <Plus aria-hidden="true" className="size-5" />
        </button>
      </div>
    </Field>
  );
}
