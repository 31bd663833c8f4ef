import { useState } from 'react';
import { type Inquiry, inquiryStatuses, inquiryUpdate, planFields } from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { personName } from '#contract/text/employee-name.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useUsers } from '../shared/people/users.data.ts';
import { differencesOf, type FormValues, formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { inquiriesQuery, useLastRead, useSaveInquiry } from './inquiries.data.ts';
import type { Status } from './inquiry-labels.ts';

const statusChoices = inquiryStatuses.map((value) => ({ value, label: inquiryStatusNames[value] }));

const names = ['status', ...Object.keys(planFields)] as ('status' | keyof typeof planFields)[];

type InquiryBase = Pick<Inquiry, 'id' | 'version' | (typeof names)[number]>;

type Values = { status: Status; note: string } & FormValues<typeof planFields>;

const valuesOf = (base: InquiryBase | null): Values => ({
  status: base?.status ?? 'new',
  note: '',
  ...formValues(planFields, base ?? {}),
});

function baseOf({ id, version, status, ...inquiry }: InquiryBase): InquiryBase {
  const { owner_id, next_step, next_step_on, scheduled_on } = inquiry;
  return { id, version, status, owner_id, next_step, next_step_on, scheduled_on };
}

/** The admins who may own an inquiry, and its owner while they are loading. */
function useOwners({ owner_id, owner_name }: Inquiry) {
  const admins = (useUsers().data ?? []).filter(({ user_role }) => user_role === 'admin');
  const choices = admins.map((user) => ({ value: String(user.user_id), label: personName(user) }));
  const isKnown = owner_id === null || admins.some(({ user_id }) => user_id === owner_id);
  const all = [{ value: '', label: 'No owner' }, ...choices];
  return isKnown ? all : [...all, { value: String(owner_id), label: owner_name }];
}

interface InquiryFormProps {
  inquiry: Inquiry;
  onDirty: (isDirty: boolean) => void;
}

/** Changes an inquiry's status, owner and plan, and adds notes; stays open after saving. */
export function InquiryForm({ inquiry, onDirty }: InquiryFormProps) {
  const lastRead = useLastRead();
  const owners = useOwners(inquiry);
  const [isSaved, setSaved] = useState(false);
  const state = useRecordForm({
    draft: 'inquiry',
    record: baseOf(inquiry),
    idOf: (base: InquiryBase) => base.id,
    valuesOf,
    schema: inquiryUpdate,
    save: useSaveInquiry(names),
    queryKey: inquiriesQuery.queryKey,
    followsRecord: true,
    messages: { saveFailed: messages.updateFailed },
    keepOf: ({ note }) => ({ note }),
    onDirty,
    onSaved: (_, { rebase, values, base }) => {
      setSaved(true);
      const before = base ?? inquiry;
      const stored = lastRead(inquiry.id);
      if (stored && stored.version > before.version) return rebase(baseOf(stored));
      const { status, next_step, next_step_on, scheduled_on } = values;
      rebase({
        ...{ id: before.id, version: before.version + 1, status, next_step },
        owner_id: values.owner_id === '' ? null : Number(values.owner_id),
        next_step_on: next_step_on || null,
        scheduled_on: scheduled_on || null,
      });
    },
  });
  const { form, isDirty } = state;
  const { errors } = form.formState;
  const ownerName = (_: unknown, id: string) => owners.find(({ value }) => value === id)?.label;
  return (
    <div className="border-y-2 border-ink py-5">
      <FormShell
        differences={(current, entered) => [
          {
            label: 'Status',
            saved: inquiryStatusNames[current.status],
            entered: inquiryStatusNames[entered.status],
          },
          ...differencesOf(planFields, current, entered, ownerName),
        ]}
        onCancel={null}
        state={state}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <Field error={errors.status?.message} label="Status" name="status" required>
            <Select {...form.register('status')} options={statusChoices} />
          </Field>
          <FormFields
            columns="sm:contents"
            fields={planFields}
            form={form}
            overrides={{ owner_id: { options: owners } }}
          />
        </div>
        <Field error={errors.note?.message} label="Add a note" name="note">
          <Textarea {...form.register('note')} rows={3} />
        </Field>
        {isSaved && !isDirty && <Alert tone="success">{messages.updated}</Alert>}
      </FormShell>
    </div>
  );
}
