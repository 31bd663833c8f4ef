import { type FormEvent, useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { field } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { hush, say } from '../frame/say.tsx';
import { useJudge } from './admin-files.data.ts';

interface RejectDialogProps {
  submissionId: number;
  /** Which version of which file, by whom. */
  name: string;
  onClose: () => void;
}

/** Asks why a version is rejected; without an answer it stays what it was. */
export function RejectDialog({ submissionId, name, onClose }: RejectDialogProps) {
  const judge = useJudge();
  const control = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string | undefined>();

  async function send(event: FormEvent) {
    event.preventDefault();
    const reason = control.current?.value.trim() ?? '';
    setError(reason === '' ? field.required : undefined);
    if (reason === '') return control.current?.focus();
    hush();
    try {
      await judge.mutateAsync({ submissionId, status: 'Rejected', reason });
      onClose();
      say(text.statusUpdated);
    } catch (failure) {
      // Deleted in the meantime: the list has told so already.
      if (failure instanceof CallError && failure.status === 404) return onClose();
      setError(text.reasonNotSaved);
    }
  }

  return (
    <Dialog description={name} onOpenChange={(open) => !open && onClose()} open title="Reject">
      <form className="grid gap-4 pb-2" noValidate onSubmit={(event) => void send(event)}>
        <Field error={error} hint={text.reasonHint} label={text.reasonLabel} name="reason" required>
          <Textarea maxLength={10_000} ref={control} rows={4} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <Button onClick={onClose} variant="quiet">
            Cancel
          </Button>
          <Button busy={judge.isPending} type="submit" variant="danger">
            Reject
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
