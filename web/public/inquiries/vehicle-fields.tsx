import { useState } from 'react';
import { stopKinds } from '#contract/form-choices.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { rowCount } from '#web/lib/forms/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { useFormField, useFormValues } from '#web/ui/form-state.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';

interface VinsFieldProps {
  /** Says what a text has; undefined until it is loaded. */
  summaryOf: ((text: string) => string) | undefined;
}

/** A box for VINs that says what it found in them. */
export function VinsField({ summaryOf }: VinsFieldProps) {
  const { value } = useFormField('vins');
  const [text, setText] = useState(value);
  return (
    <div className="full">
      <AreaField
        autoComplete="off"
        hint="Paste a list or part of a spreadsheet. Wrong ones don't stop your inquiry."
        label="VINs"
        name="vins"
        onInput={(event) => setText(event.currentTarget.value)}
        rows={3}
        spellCheck={false}
      />
      <p className="mt-1 text-sm font-semibold wrap-anywhere" role="status">
        {summaryOf?.(text)}
      </p>
    </div>
  );
}

/** Beside the pickup and the delivery: 20 together. */
const maxRows = 18;
/** What the call's body takes, with the gaps of removed rows. */
const maxIndex = 40;

const kinds = stopKinds.map((value) => ({ value, label: messages.kinds[value] }));

/** The places beyond one pickup and one delivery: rows to add, and two to fill in without scripts. */
export function StopsSection({ step }: { step: number }) {
  const { error } = useFormField('stops');
  const values = useFormValues();
  // A removed row leaves a gap, which the call's body has as a blank row.
  const [rows, setRows] = useState(() =>
    Array.from({ length: rowCount(values, 'stops') }, (_, at) => at),
  );
  const next = (rows.at(-1) ?? -1) + 1;
  return (
    <FormSection
      hint="Only when the truck loads or unloads at more places."
      step={step}
      title="More stops"
    >
      {error && (
        <div className="full">
          <FieldError id="stops-error">{error}</FieldError>
        </div>
      )}
      {rows.map((row, index) => (
        <fieldset
          className="full grid min-w-0 grid-cols-1 gap-5 border-2 border-line bg-sheet p-[min(1.25rem,5vw)] sm:grid-cols-2"
          key={row}
        >
          <legend className="sr-only">{`Stop ${index + 1}`}</legend>
          <StopFields row={`stops.${row}`} />
          <Button
            aria-label={`Remove stop ${index + 1}`}
            className="noscript:hidden sm:justify-self-start"
            onClick={() => setRows(rows.filter((other) => other !== row))}
            size="sm"
            variant="secondary"
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {rows.length < maxRows && next < maxIndex && (
        <Button
          className="noscript:hidden sm:justify-self-start"
          onClick={() => setRows([...rows, next])}
          variant="secondary"
        >
          Add another stop
        </Button>
      )}
      <noscript>
        {[0, 1].map((row) => !rows.includes(row) && <StopFields key={row} row={`stops.${row}`} />)}
      </noscript>
    </FormSection>
  );
}

function StopFields({ row }: { row: string }) {
  return (
    <>
      <ChoiceField label="Load or unload" name={`${row}.kind`} options={kinds} />
      <TextField autoComplete="off" label="Place" name={`${row}.location`} />
      <DateField label="Day" name={`${row}.date`} />
      <TextField autoComplete="off" inputMode="numeric" label="How many" name={`${row}.vehicles`} />
    </>
  );
}
