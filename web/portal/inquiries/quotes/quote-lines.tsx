import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { maxLines } from '#contract/quotes.ts';
import { dollars, sumOf } from '#contract/rules/dollars.ts';
import { typedNumber } from '#contract/rules/typed-numbers.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** A line as it is typed. */
export interface TypedLine {
  description: string;
  quantity: string;
  unit_price: string;
}

export interface QuoteValues {
  lines: TypedLine[];
  valid_until: string;
  message: string;
}

export const emptyLine: TypedLine = { description: '', quantity: '1', unit_price: '' };

/** The total of what is typed so far: '–' while a number can't be read. */
export function totalOf(lines: readonly TypedLine[]): string {
  const amounts = lines.map(({ quantity, unit_price }) =>
    isBlank(unit_price)
      ? 0
      : (typedNumber(quantity) ?? NaN) * (typedNumber(unit_price, 'dollars') ?? NaN),
  );
  const total = sumOf(amounts);
  return Number.isNaN(total) ? '–' : dollars(total);
}

interface QuoteLinesProps<Body> {
  form: UseFormReturn<QuoteValues, unknown, Body>;
}

/** The lines of a quote with their total. Enter in the last price adds a line. */
export function QuoteLines<Body>({ form }: QuoteLinesProps<Body>) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const errors = form.formState.errors.lines;
  const typed = form.watch('lines');
  const add = () => append(emptyLine, { focusName: `lines.${fields.length}.description` });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-display font-bold">Lines</legend>
      {fields.map(({ id }, place) => {
        const name = `lines.${place}` as const;
        const error = errors?.[place];
        return (
          <div
            className="grid grid-cols-2 items-start gap-3 border-b border-line pb-3 sm:grid-cols-[minmax(0,1fr)_6rem_9rem_auto]"
            key={id}
          >
            <Field
              className="col-span-2 sm:col-span-1"
              error={error?.description?.message}
              label="Description"
              name={`${name}.description`}
              required
            >
              <Input {...form.register(`${name}.description`)} />
            </Field>
            <Field
              error={error?.quantity?.message}
              label="Quantity"
              name={`${name}.quantity`}
              required
            >
              <Input {...form.register(`${name}.quantity`)} inputMode="numeric" />
            </Field>
            <Field
              error={error?.unit_price?.message}
              label="Unit price ($)"
              name={`${name}.unit_price`}
              required
            >
              <Input
                {...form.register(`${name}.unit_price`)}
                inputMode="decimal"
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || place < fields.length - 1) return;
                  event.preventDefault();
                  if (fields.length < maxLines) add();
                }}
              />
            </Field>
            <Button
              aria-label={`Remove line ${place + 1}`}
              className="col-span-2 justify-self-end sm:col-span-1 sm:mt-6"
              disabled={fields.length === 1}
              onClick={() => remove(place)}
              variant="quiet"
            >
              Remove
            </Button>
          </div>
        );
      })}
      {errors?.message && <FieldError id="lines-error">{errors.message}</FieldError>}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Button disabled={fields.length >= maxLines} onClick={add} size="sm" variant="secondary">
          Add line
        </Button>
        <p className="font-display text-lg font-bold tabular-nums" role="status">
          Total {totalOf(typed)}
        </p>
      </div>
    </fieldset>
  );
}
