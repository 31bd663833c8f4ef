import * as z from 'zod/mini';
import { setSubmissionStatus } from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { text } from '#contract/wire/fields.ts';
import { call } from '#web/lib/api/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { documentsKey } from '../shared/live/live-keys.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';

interface RejectDialogProps {
  submissionId: number;
  /** The version, its file and its sender. */
  name: string;
  onClose: () => void;
}

const draftOf = (submissionId: number) => `reject ${submissionId}`;

/** Asks for the reason of a rejection. */
export function RejectDialog({ name, ...form }: RejectDialogProps) {
  const { submissionId, onClose } = form;
  return (
    <RecordDialog description={name} draft={draftOf(submissionId)} onClose={onClose} title="Reject">
      {(onDirty) => <RejectForm {...form} onDirty={onDirty} />}
    </RecordDialog>
  );
}

const rejection = z.object({
  reason: text().check(z.trim()),
});
type Rejection = z.output<typeof rejection>;

interface RejectFormProps extends Omit<RejectDialogProps, 'name'> {
  onDirty: (isDirty: boolean) => void;
}

function RejectForm({ submissionId, onClose, onDirty }: RejectFormProps) {
  const state = useRecordForm<{ version: number }, Rejection, Rejection>({
    draft: draftOf(submissionId),
    record: null,
    idOf: () => submissionId,
    valuesOf: () => ({ reason: '' }),
    schema: rejection,
    save: ({ reason }) =>
      call(setSubmissionStatus, {
        params: { id: submissionId },
        body: { status: 'Rejected', reason },
      }),
    queryKey: documentsKey,
    messages: { saveFailed: messages.rejectFailed, gone: documents.gone },
    onDirty,
    onSaved: () => {
      onClose();
      toast.show(messages.statusUpdated);
    },
    onDone: onClose,
  });
  const { register, formState } = state.form;
  return (
    <FormShell differences={() => []} state={state} submitLabel="Reject" submitVariant="danger">
      <Field
        error={formState.errors.reason?.message}
        hint={messages.reasonHint}
        label={messages.reasonLabel}
        name="reason"
        required
      >
        <Textarea maxLength={10_000} rows={4} {...register('reason')} />
      </Field>
    </FormShell>
  );
}
