import { useRef } from 'react';
import { broadcastInput } from '#contract/broadcast-input.ts';
import { general } from '#contract/messages/general.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { type SaveTarget, useRecordForm } from '../shared/records/use-record-form.ts';
import { useIdempotencyKey } from '../shared/records/use-send-once.ts';
import { toast } from '../shared/toast.tsx';
import {
  unreadNotificationsQuery,
  useSendMail,
  useSendNotification,
} from './notifications.data.ts';

/** A notification whose email is still to be sent. */
export interface SentNotification {
  notification_id: number;
  message: string;
  /** The idempotency key of the email. */
  mailKey: string;
  version: number;
}

interface BroadcastDialogProps {
  sent: SentNotification | null;
  /** Keeps the sent notification while the dialog is closed; null when nothing is left to send. */
  onSent: (sent: SentNotification | null) => void;
  onClose: () => void;
}

/** Sends a message to everyone. */
export function BroadcastDialog(form: BroadcastDialogProps) {
  return (
    <RecordDialog
      description="Everyone with an account gets it as a notification and by email."
      draft="broadcast"
      onClose={form.onClose}
      title="Send notification"
    >
      {(onDirty) => <BroadcastForm {...form} onDirty={onDirty} />}
    </RecordDialog>
  );
}

interface BroadcastFormProps extends BroadcastDialogProps {
  onDirty: (isDirty: boolean) => void;
}

/** Sends a notification and then an email; a retry repeats only the step that failed. */
function BroadcastForm({ sent, onSent, onClose, onDirty }: BroadcastFormProps) {
  const notification = useSendNotification();
  const mail = useSendMail();
  const notificationKey = useIdempotencyKey();
  const tried = useRef('');
  const state = useRecordForm({
    draft: 'broadcast',
    record: sent,
    idOf: ({ notification_id }) => notification_id,
    valuesOf: (record) => ({ message: record?.message ?? '' }),
    schema: broadcastInput,
    save,
    queryKey: unreadNotificationsQuery.queryKey,
    messages: { saveFailed: messages.sendFailed },
    onDirty,
    onSaved: () => {
      finish();
      toast.show(messages.emailSent);
    },
  });
  const { base, form, isSaving } = state;

  function finish() {
    onSent(null);
    onClose();
  }

  async function save({ message }: { message: string }, { record }: SaveTarget<SentNotification>) {
    const { mailKey } = record ?? (await sendOnce(message));
    const body = { subject: messages.emailSubject, message };
    return mail
      .mutateAsync({ body, idempotencyKey: mailKey })
      .catch(failedWith(messages.emailFailed));
  }

  async function sendOnce(message: string): Promise<SentNotification> {
    // Another text is another notification.
    if (tried.current !== message) notificationKey.renew();
    tried.current = message;
    const { notification_id } = await notification
      .mutateAsync({ body: { message }, idempotencyKey: notificationKey.current() })
      .catch(failedWith(messages.sendFailed));
    const stored = { notification_id, message, mailKey: newIdempotencyKey(), version: 0 };
    onSent(stored);
    state.rebase(stored);
    return stored;
  }

  return (
    <FormShell
      dialogCancel={
        base ? (
          <Button disabled={isSaving} onClick={finish} variant="quiet">
            Skip the email
          </Button>
        ) : undefined
      }
      differences={() => []}
      state={state}
      submitLabel={isSaving ? 'Sending…' : base ? 'Send email again' : 'Send'}
    >
      <Field error={form.formState.errors.message?.message} label="Message" name="message" required>
        <Textarea {...form.register('message')} readOnly={base !== null} rows={5} />
      </Field>
      {base && !isSaving && <Alert tone="success">{messages.sent}</Alert>}
    </FormShell>
  );
}

/** Puts the fixed text (N5) before the server's reason. */
function failedWith(sentence: string) {
  return (error: unknown): never => {
    const body = error instanceof CallError ? error.body : { error: general.unexpected };
    throw new CallError(400, { ...body, error: `${sentence} ${body.error}` });
  };
}
