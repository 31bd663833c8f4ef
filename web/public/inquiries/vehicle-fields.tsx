import { useState } from 'react';
import { stopKinds } from '#contract/form-choices.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { rowsOf } from '#web/lib/forms/form-values.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { useFormField, useFormValues } from '#web/ui/form-state.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { RowList } from '../applications/row-list.tsx';

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

const kinds = stopKinds.map((value) => ({ value, label: messages.kinds[value] }));

interface StopsSectionProps {
  step: number;
  onRows: (list: string) => void;
}

/** The places beyond one pickup and one delivery: rows to add, and two to fill in without scripts. */
export function StopsSection({ step, onRows }: StopsSectionProps) {
  const { error } = useFormField('stops');
  const { length } = rowsOf(useFormValues(), 'stops');
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
      <RowList addLabel="Add another stop" isOptional list="stops" noun="Stop" onRows={onRows}>
        {(row) => <StopFields row={row} />}
      </RowList>
      <noscript className="full grid grid-cols-1 gap-5 sm:grid-cols-2">
        {[length, length + 1].map((row) => (
          <StopFields key={row} row={`stops.${row}`} />
        ))}
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
