import { useId } from 'react';
import { general } from '#contract/messages/general.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { failureCause, serverMessage } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import type { Broadcast } from './use-broadcast.ts';

interface BroadcastDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  broadcast: Broadcast;
}

/** A message to everyone; shows the result of each of the two steps. */
export function BroadcastDialog({ open, onOpenChange, broadcast }: BroadcastDialogProps) {
  const formId = useId();
  const { form, send, finish, noticeSent, busy, noticeError, mailError } = broadcast;
  return (
    <Dialog
      description="Everyone with an account gets it as a notification and by email."
      footer={
        <>
          {noticeSent && !busy && (
            <Button onClick={finish} variant="quiet">
              Leave the e-mail
            </Button>
          )}
          <Button busy={busy} form={formId} type="submit">
            {busy ? 'Sending…' : noticeSent ? 'Send e-mail again' : 'Send'}
          </Button>
        </>
      }
      isDirty={form.formState.isDirty && !noticeSent && !busy}
      onOpenChange={(next) => {
        // Closing discards it only before anything was sent.
        if (!next && !noticeSent && !busy) finish();
        else onOpenChange(next);
      }}
      open={open}
      title="Send notification"
    >
      <form
        className="grid gap-4"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          void send(event);
        }}
      >
        <Field
          error={form.formState.errors.message?.message}
          label="Message"
          name="message"
          required
        >
          <Textarea {...form.register('message')} readOnly={noticeSent} rows={5} />
        </Field>
        {noticeSent && !busy && <Alert tone="success">{messages.sent}</Alert>}
        {!busy && noticeError && <Failed error={noticeError} sentence={messages.sendFailed} />}
        {!busy && mailError && <Failed error={mailError} sentence={messages.emailFailed} />}
      </form>
    </Dialog>
  );
}

/** The fixed text first (N5), then the server's reason. */
function Failed({ sentence, error }: { sentence: string; error: unknown }) {
  return (
    <Alert tone="error">
      <p>{sentence}</p>
      <p className="text-sm font-normal">
        {serverMessage(error) ?? failureCause(error) ?? general.unexpected}
      </p>
    </Alert>
  );
}
