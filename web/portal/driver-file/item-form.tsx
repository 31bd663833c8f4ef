import * as z from 'zod/mini';
import {
  type DriverFileItem,
  needsCheck,
  refuseDriverDocument,
  updateDriverDocument,
} from '#contract/driver-file.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { text } from '#contract/wire/fields.ts';
import { call } from '#web/lib/api/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { driverFileKey } from '../shared/driver-file/expired-drivers.data.ts';
import { differencesOf, formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { itemFields, itemSchema } from './item-fields.ts';
import { draftOf } from './upload-form.tsx';

interface ItemFormProps {
  employeeId: number;
  item: DriverFileItem;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** The unchecked document of an item, which also is the shown one while there is no checked one. */
export const uncheckedOf = (item: DriverFileItem) => item.waiting ?? item;

/** The unchecked document; drivers send no details of their CDL, so those of the checked one stand in. */
function withKnownDetails(item: DriverFileItem) {
  const document: object = uncheckedOf(item);
  const given = Object.entries(document).filter(([, value]) => value !== '');
  return { ...item, issued_on: null, expires_on: null, ...Object.fromEntries(given) };
}

/** Checks the document that waits, or changes the dates and details of the current one. */
export function DetailsForm({ employeeId, item, onDirty, onDone }: ItemFormProps) {
  const isCheck = needsCheck(item);
  const fields = itemFields(item.kind, true);
  const documentOf = (of: DriverFileItem) => (isCheck ? withKnownDetails(of) : of);
  const state = useRecordForm({
    draft: `${draftOf(employeeId, item.kind)} details`,
    record: item,
    idOf: ({ document_id }) => document_id ?? 0,
    valuesOf: (record) => formValues(fields, record ? documentOf(record) : {}),
    schema: itemSchema(fields),
    save: (body, { record }) =>
      call(updateDriverDocument, {
        params: { employee_id: employeeId, kind: item.kind },
        body: { ...body, ...(isCheck && { check: 1 as const }), version: record?.version },
      } as Parameters<typeof call<typeof updateDriverDocument>>[1]),
    queryKey: driverFileKey,
    messages,
    onDirty,
    onDone,
  });
  return (
    <FormShell
      differences={(current, entered) =>
        differencesOf(fields, documentOf(current), entered, () => undefined)
      }
      onCancel={onDone}
      state={state}
      submitLabel={isCheck ? 'Confirm document' : 'Save'}
    >
      <FormFields fields={fields} form={state.form} />
    </FormShell>
  );
}

const rejection = z.object({
  reason: text().check(z.trim()),
});
type Rejection = z.output<typeof rejection>;

/** Refuses the unchecked document with a reason. */
export function RefuseForm({ employeeId, item, onDirty, onDone }: ItemFormProps) {
  const { document_id: id } = uncheckedOf(item);
  const state = useRecordForm<{ version: number }, Rejection, Rejection>({
    draft: `${draftOf(employeeId, item.kind)} refusal`,
    record: null,
    idOf: () => id ?? 0,
    valuesOf: () => ({ reason: '' }),
    schema: rejection,
    save: ({ reason }) => call(refuseDriverDocument, { params: { id: id ?? 0 }, body: { reason } }),
    queryKey: driverFileKey,
    messages,
    onDirty,
    onDone,
  });
  const { register, formState } = state.form;
  return (
    <FormShell
      differences={() => []}
      onCancel={onDone}
      state={state}
      submitLabel="Refuse document"
      submitVariant="danger"
    >
      <Field
        error={formState.errors.reason?.message}
        hint="The driver reads this and uploads a new document."
        label="Reason"
        name="reason"
        required
      >
        <Textarea maxLength={1000} rows={3} {...register('reason')} />
      </Field>
    </FormShell>
  );
}
