import { useRef, useState } from 'react';
import { secondFactors } from '#contract/messages/second-factors.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { User } from '#contract/users.ts';
import type { call } from '#web/lib/api/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useCreateResetLink, useResetSecondFactors } from './users.data.ts';

interface ResetLinkDialogProps {
  user: User;
  onClose: () => void;
}

/** Creates a one-time link that sets a new password and shows it, only once. */
export function ResetLinkDialog({ user, onClose }: ResetLinkDialogProps) {
  const { send, dialog } = useConfirmedCall();
  const create = useCreateResetLink(send);
  const name = personName(user);
  return (
    <Dialog
      description={`For ${name} (${user.username}).`}
      footer={
        create.data ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button busy={create.isPending} onClick={() => create.mutate(user.user_id)}>
            Create link
          </Button>
        )
      }
      onClose={onClose}
      title="Password link"
    >
      <div className="grid gap-4 pb-3">
        {create.data ? (
          <ReadyLink expires={create.data.expires_at} url={create.data.url} />
        ) : (
          <p>
            The link sets a new password for this account, once, within 24 hours. An earlier link
            stops working. The old password works until then.
          </p>
        )}
        {create.isError && (
          <Alert tone="error">{errorMessage(create.error, messages.linkFailed)}</Alert>
        )}
        <LostPhone send={send} user={user} />
      </div>
      {dialog}
    </Dialog>
  );
}

/** Removes the second factors of a user who lost their phone. */
function LostPhone({ send, user }: { send: typeof call; user: User }) {
  const reset = useResetSecondFactors(send);
  const confirm = useConfirm();

  async function ask() {
    const question = {
      title: `Reset the second factors of ${user.username}?`,
      description:
        'Their passkeys and one-time codes are removed and they are signed out everywhere. Be sure that it is them who asks.',
      confirmLabel: 'Reset',
      danger: true,
    };
    if (await confirm(question)) reset.mutate(user.user_id);
  }

  return (
    <section className="mt-3 grid justify-items-start gap-3 border-t border-line pt-4">
      <h3 className="font-display font-bold">Lost phone</h3>
      <p>If they can’t get their codes or use their passkey, remove both from the account.</p>
      {reset.data ? (
        <Alert tone="success">{reset.data.message}</Alert>
      ) : (
        <Button busy={reset.isPending} onClick={() => void ask()} size="sm" variant="danger">
          Reset second factors
        </Button>
      )}
      {reset.isError && (
        <Alert tone="error">{errorMessage(reset.error, secondFactors.resetFailed)}</Alert>
      )}
    </section>
  );
}

function ReadyLink({ url, expires }: { url: string; expires: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Not allowed, or not a secure origin.
      setCopied(false);
    }
  }

  return (
    <>
      <Alert tone="success">{messages.linkMade}</Alert>
      <p className="text-sm text-steel">
        Copy it now and send it to them. It works until {usDayAndTime(expires)}.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field className="min-w-0 flex-1 basis-60" label="Link" name="url">
          <Input onFocus={(event) => event.target.select()} readOnly ref={input} value={url} />
        </Field>
        <Button onClick={() => void copy()} variant="secondary">
          Copy
        </Button>
      </div>
      {copied !== null && (
        <p className="text-sm font-semibold" role="status">
          {copied ? messages.linkCopied : messages.linkNotCopied}
        </p>
      )}
    </>
  );
}
