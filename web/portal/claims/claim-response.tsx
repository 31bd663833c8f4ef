import { useQueryClient } from '@tanstack/react-query';
import { type Claim, claimResponse, driverResponses } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { t } from '#contract/text/languages.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Difference } from '../shared/records/conflict-alert.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { changeText } from './claim-format.ts';
import { claimsKey, saveResponse } from './claims.data.ts';

const choices = driverResponses.map((value) => ({
  value,
  label:
    value === 'disputed'
      ? t('I dispute this', 'No estoy de acuerdo')
      : t('I acknowledge this', 'Lo reconozco'),
}));

/** What the office changed of the damage since the driver saw it. */
function changesSince(seen: Claim | null, current: Claim): Difference[] {
  if (!seen) return [];
  return (['damage_amount', 'damage_date', 'damage_description'] as const)
    .filter((field) => seen[field] !== current[field])
    .map((field) => ({
      label: messages.changes[field],
      saved: changeText(field, String(current[field])),
      entered: changeText(field, String(seen[field])),
    }));
}

/** The driver's answer to a claim; stays open after saving. */
export function ClaimResponse({ claim }: { claim: Claim }) {
  const client = useQueryClient();
  const state = useRecordForm({
    draft: `claim response ${claim.damage_id}`,
    record: claim as Claim | null,
    idOf: ({ damage_id }) => damage_id,
    valuesOf: (record) => ({
      response: record?.driver_response ?? ('' as string),
      note: record?.response_note ?? '',
    }),
    schema: claimResponse,
    save: (body, { record }) =>
      saveResponse(client, claim.damage_id, { ...body, version: record?.version }),
    queryKey: claimsKey,
    followsRecord: true,
    messages: { saveFailed: messages.responseFailed },
    onSaved: ({ message, claim: stored }, { rebase }) => {
      if (stored) rebase(stored);
      toast.show(message);
    },
  });
  const { form } = state;
  const { errors } = form.formState;
  return (
    <section aria-labelledby="claim-response" className="border-y-2 border-ink py-5">
      <h2 className="display mb-4 text-lg" id="claim-response">
        {t('Your response', 'Su respuesta')}
      </h2>
      <FormShell
        differences={(current) => changesSince(state.base, current)}
        onCancel={null}
        state={state}
        submitLabel={t('Send response', 'Enviar respuesta')}
      >
        <Field
          error={errors.response?.message}
          label={t('Response', 'Respuesta')}
          name="response"
          required
        >
          <Select
            {...form.register('response')}
            options={choices}
            placeholder={t('Choose…', 'Elija…')}
          />
        </Field>
        <Field
          error={errors.note?.message}
          label={t('In your words', 'En sus palabras')}
          name="note"
        >
          <Textarea {...form.register('note')} maxLength={2000} rows={3} />
        </Field>
      </FormShell>
    </section>
  );
}
