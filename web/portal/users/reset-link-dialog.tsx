import { useRef, useState } from 'react';
import { passwords as messages } from '#contract/messages/users.ts';
import type { User } from '#contract/users.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useOnce } from '../shared/use-send-once.ts';
import { fullName } from './user-columns.ts';
import { useMakeResetLink } from './users.data.ts';

interface ResetLinkDialogProps {
  user: User;
  onClose: () => void;
}

/** Makes a one-time link to a new password and shows it, this once. */
export function ResetLinkDialog({ user, onClose }: ResetLinkDialogProps) {
  const once = useOnce();
  const make = useMakeResetLink();
  const name = fullName(user) || user.username;
  return (
    <Dialog
      description={`For ${name} (${user.username}).`}
      footer={
        make.data ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button
            busy={make.isPending}
            onClick={() =>
              void once(async () => {
                await make.mutateAsync(user.user_id).catch(() => undefined);
              })
            }
          >
            Make the link
          </Button>
        )
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title="Password link"
    >
      <div className="grid gap-4 pb-3">
        {make.data ? (
          <ReadyLink expires={make.data.expires_at} url={make.data.url} />
        ) : (
          <p>
            Whoever opens the link sets a new password for this account, once, within 24 hours. An
            earlier link stops working. Until it is used, the old password stays.
          </p>
        )}
        {make.isError && (
          <Alert tone="error">{errorMessage(make.error, messages.linkFailed)}</Alert>
        )}
      </div>
    </Dialog>
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
        Send it to them yourself; it is shown only now. It works until {usDayAndTime(expires)}.
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
