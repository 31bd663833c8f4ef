import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Claim, claimFields, claimFormFields } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { today } from '#contract/rules/dates.ts';
import { createShape } from '#contract/wire/record-fields.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { type FormValues, formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { claimsKey, saveClaim } from './claims.data.ts';

const paidQuestion = {
  title: messages.confirmPaid,
  description: messages.confirmPaidHint,
  confirmLabel: 'Mark as paid',
};

const isPaidAtZero = ({ status, damage_amount }: Partial<Claim>) =>
  status === 'paid' && damage_amount === 0;

/** An odd VIN that a driver reported may stay. */
function schemaOf({ vin }: FormValues<typeof claimFields>, record: Claim | null) {
  const shape = createShape(record ? claimFormFields : claimFields);
  return z.object({
    ...shape,
    vin: vin === record?.vin ? claimFields.vin.updateSchema : shape.vin,
  });
}

interface ClaimFormProps {
  /** Null to start one. */
  claim: Claim | null;
  damageId: number;
}

/** What the office keeps of a claim; stays open after saving. */
export function ClaimForm({ claim, damageId }: ClaimFormProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const fields = claim ? claimFormFields : claimFields;
  const state = useRecordForm({
    draft: `claim ${damageId}`,
    record: claim,
    idOf: ({ damage_id }) => damage_id,
    valuesOf: (record) =>
      formValues(fields, record ?? { status: 'reported', received_on: today() }),
    schema: schemaOf,
    save: async (body, { record }) => {
      const isNew = !isPaidAtZero(record ?? {});
      if (isNew && isPaidAtZero(body) && !(await confirm(paidQuestion))) return null;
      return saveClaim(client, damageId, { ...body, ...(record && { version: record.version }) });
    },
    queryKey: claimsKey,
    followsRecord: true,
    messages: { saveFailed: messages.saveFailed },
    onSaved: ({ message, claim: stored }, { rebase }) => {
      if (stored) rebase(stored);
      toast.show(message);
    },
  });
  return (
    <section aria-labelledby="claim-form" className="border-y-2 border-ink py-5">
      <h2 className="display mb-4 text-lg" id="claim-form">
        {claim ? 'Office' : 'Start a claim'}
      </h2>
      <RecordForm
        fields={fields}
        onCancel={null}
        overrides={{
          damage_code: {
            hint: 'Five digits: two of the area, two of the type, one of the severity.',
          },
        }}
        state={state}
        submitLabel={claim ? 'Save' : 'Start claim'}
      />
    </section>
  );
}
