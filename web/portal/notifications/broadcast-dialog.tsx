import { useId } from 'react';
import { notifications as text } from '#contract/messages/notifications.ts';
import { portal } from '#contract/messages/portal.ts';
import { serverSentence } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Broadcast } from './use-broadcast.ts';

interface BroadcastDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  broadcast: Broadcast;
}

/** What to tell everybody; says of each of the two steps how it went. */
export function BroadcastDialog({ open, onOpenChange, broadcast }: BroadcastDialogProps) {
  const formId = useId();
  const { form, send, finish, noticeSent, busy, noticeError, mailError } = broadcast;
  return (
    <Dialog
      description="Everybody with an account sees it under their bell at once, and gets it by e-mail."
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
      onOpenChange={onOpenChange}
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
        {noticeSent && !busy && <Notice tone="success">{text.sent}</Notice>}
        {!busy && noticeError && <Failed error={noticeError} sentence={text.sendFailed} />}
        {!busy && mailError && <Failed error={mailError} sentence={text.emailFailed} />}
      </form>
    </Dialog>
  );
}

/** SPEC.md's sentence first, and then what else is known. */
function Failed({ sentence, error }: { sentence: string; error: unknown }) {
  return (
    <Notice tone="error">
      {sentence}
      <span className="block text-sm font-normal">{serverSentence(error) ?? portal.offline}</span>
    </Notice>
  );
}
