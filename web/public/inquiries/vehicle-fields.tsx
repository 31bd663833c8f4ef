import { useState } from 'react';
import { stopKinds } from '#contract/form-choices.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { t } from '#contract/text/languages.ts';
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
        hint={t(
          "Paste a list or part of a spreadsheet. Wrong ones don't stop your inquiry.",
          'Pegue una lista o parte de una hoja de cálculo. Los equivocados no detienen su solicitud.',
        )}
        label={t('VINs', 'VIN')}
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
      hint={t(
        'Only when the truck loads or unloads at more places.',
        'Solo si el camión carga o descarga en más lugares.',
      )}
      step={step}
      title={t('More stops', 'Más paradas')}
    >
      {error && (
        <div className="full">
          <FieldError id="stops-error">{error}</FieldError>
        </div>
      )}
      <RowList
        addLabel={t('Add another stop', 'Agregar otra parada')}
        isOptional
        list="stops"
        noun={t('Stop', 'Parada')}
        onRows={onRows}
      >
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
  const kinds = stopKinds.map((value) => ({ value, label: messages.kinds[value] }));
  return (
    <>
      <ChoiceField
        label={t('Load or unload', 'Cargar o descargar')}
        name={`${row}.kind`}
        options={kinds}
      />
      <TextField autoComplete="off" label={t('Place', 'Lugar')} name={`${row}.location`} />
      <DateField label={t('Day', 'Día')} name={`${row}.date`} />
      <TextField
        autoComplete="off"
        inputMode="numeric"
        label={t('How many', 'Cuántos')}
        name={`${row}.vehicles`}
      />
    </>
  );
}
