import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { type FormValues, isBlank, readForm, rowsOf } from '#web/lib/forms/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { FormState, useFormValues } from '#web/ui/form-state.tsx';

interface Row {
  id: string;
  /** Initial values by field name, without the list's prefix. */
  seed: FormValues;
}

interface RowListProps {
  /** The wire name of the list; a row's controls are named `list.0.field`. */
  list: string;
  noun: string;
  addLabel: string;
  /** Begins without a row. */
  isOptional?: boolean;
  onRows: (list: string) => void;
  /** Renders the fields of a row, given its name prefix. */
  children: (row: string) => ReactNode;
}

/** Rows to add and remove; removing a row with input can be undone. */
export function RowList({ list, noun, addLabel, isOptional, onRows, children }: RowListProps) {
  const scope = useId();
  const made = useRef(0);
  const values = useFormValues();
  const box = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState<{ row: Row; index: number } | null>(null);
  const [focus, setFocus] = useState('');
  const [rows, setRows] = useState<Row[]>(() => {
    const seeds = rowsOf(values, list);
    return (isOptional || seeds.length > 0 ? seeds : [{}]).map((seed, index) => ({
      id: `${scope}${index}`,
      seed,
    }));
  });

  const put = (next: Row[]) => {
    setRows(next);
    onRows(list);
  };
  const insert = (seed: FormValues, index: number) => {
    made.current += 1;
    const row = { id: `${scope}new${made.current}`, seed };
    put(rows.toSpliced(index, 0, row));
    setRemoved(null);
    setFocus(row.id);
  };
  const remove = (index: number, form: HTMLFormElement | null) => {
    const seed = form ? (rowsOf(readForm(form), list)[index] ?? {}) : {};
    const row = rows[index];
    put(rows.toSpliced(index, 1));
    setRemoved(row && !isBlank(seed) ? { row: { ...row, seed }, index } : null);
    setFocus('buttons');
  };

  // Draft and progress listen to 'input'; names and rows have changed.
  const count = useRef(rows.length);
  useEffect(() => {
    if (count.current === rows.length) return;
    count.current = rows.length;
    box.current?.closest('form')?.dispatchEvent(new Event('input', { bubbles: true }));
    box.current
      ?.querySelector<HTMLElement>(
        `[data-row="${focus}"] :is(input, select), [data-row="${focus}"] > button`,
      )
      ?.focus();
  }, [rows, focus]);

  return (
    <div className="full grid grid-cols-1 gap-6" ref={box}>
      {rows.map(({ id, seed }, index) => {
        const name = `${list}.${index}`;
        const named = Object.entries(seed).map(([key, value]) => [`${name}.${key}`, value]);
        return (
          <fieldset
            className="grid min-w-0 grid-cols-1 gap-5 border-2 border-line bg-sheet p-[min(1.25rem,5vw)] sm:grid-cols-2 [&>.full]:col-span-full"
            data-row={id}
            key={id}
          >
            <legend className="sr-only">{`${noun} ${index + 1}`}</legend>
            <div className="full flex flex-wrap items-center justify-between gap-x-4">
              <p aria-hidden="true" className="font-display font-bold">
                {noun} {index + 1}
              </p>
              <Button
                aria-label={t(
                  `Remove ${noun.toLowerCase()} ${index + 1}`,
                  `Quitar ${noun.toLowerCase()} ${index + 1}`,
                )}
                className="noscript:hidden"
                onClick={(event) => remove(index, event.currentTarget.form)}
                size="sm"
                variant="quiet"
              >
                {t('Remove', 'Quitar')}
              </Button>
            </div>
            <FormState values={Object.fromEntries(named)}>{children(name)}</FormState>
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-center gap-4" data-row="buttons">
        <Button
          className="noscript:hidden"
          onClick={() => insert({}, rows.length)}
          variant="secondary"
        >
          {addLabel}
        </Button>
        {removed && (
          <p role="status">
            {t(`${noun} ${removed.index + 1} removed.`, `Se quitó: ${noun} ${removed.index + 1}.`)}{' '}
            <button
              className="text-link min-h-11"
              onClick={() => insert(removed.row.seed, removed.index)}
              type="button"
            >
              {t('Undo', 'Deshacer')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
