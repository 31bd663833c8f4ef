import { type FormEvent, useMemo, useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { field } from '#contract/messages/general.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { toast } from '../shared/toast.tsx';
import { useFormDraft } from '../shared/use-form-draft.ts';
import { useReviewVersion } from './admin.data.ts';

interface RejectDialogProps {
  submissionId: number;
  /** The version, its file and its sender. */
  name: string;
  onClose: () => void;
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ submissionId, name, onClose }: RejectDialogProps) {
  const review = useReviewVersion();
  const control = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(() => {
    const kept = readFormDraft<number, { reason: string }>('reject');
    return (kept?.target === submissionId && kept.values.reason) || '';
  });
  const isDirty = reason.trim() !== '';
  const values = useMemo(() => ({ reason }), [reason]);
  useFormDraft('reject', isDirty, submissionId, values);
  const close = () => {
    deleteFormDraft('reject');
    onClose();
  };
  const [error, setError] = useState<string | undefined>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setError(isDirty ? undefined : field.required);
    if (!isDirty) return control.current?.focus();
    toast.dismissAll();
    try {
      await review.mutateAsync({ submissionId, status: 'Rejected', reason: reason.trim() });
      close();
      toast.show(messages.statusUpdated);
    } catch (failure) {
      // Deleted meanwhile; the reloaded list shows that.
      if (failure instanceof CallError && failure.status === 404) return close();
      setError(messages.rejectFailed);
    }
  }

  return (
    <Dialog
      description={name}
      isDirty={isDirty}
      onOpenChange={(open) => !open && close()}
      open
      title="Reject"
    >
      <form className="grid gap-4 pb-2" noValidate onSubmit={(event) => void send(event)}>
        <Field
          error={error}
          hint={messages.reasonHint}
          label={messages.reasonLabel}
          name="reason"
          required
        >
          <Textarea
            maxLength={10_000}
            onChange={(event) => setReason(event.target.value)}
            ref={control}
            rows={4}
            value={reason}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <DialogCancel />
          <Button busy={review.isPending} type="submit" variant="danger">
            Reject
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
