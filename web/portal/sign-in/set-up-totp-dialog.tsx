import { type FormEvent, useId } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { totp as messages } from '#contract/messages/second-factors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useConfirmTotp, useStartTotp } from './sign-in.data.ts';

interface SetUpTotpDialogProps {
  hasFactor: boolean;
  onClose: () => void;
}

/** Three steps: the owner's proof, the app with its first code, the recovery codes. */
export function SetUpTotpDialog({ hasFactor, onClose }: SetUpTotpDialogProps) {
  const start = useStartTotp();
  if (start.data) return <AppDialog {...start.data} onClose={onClose} />;
  return (
    <ProofDialog
      change={start}
      description="You need an authenticator app on your phone."
      failed={messages.startFailed}
      hasFactor={hasFactor}
      onClose={onClose}
      onSubmit={(proof) => start.mutate(proof)}
      submitLabel="Continue"
      title="Set up one-time codes"
    />
  );
}

interface AppDialogProps {
  secret: string;
  uri: string;
  onClose: () => void;
}

function AppDialog({ secret, uri, onClose }: AppDialogProps) {
  const id = useId();
  const confirm = useConfirmTotp();
  const { data, error, isPending } = confirm;
  const fields = (error instanceof CallError && error.body.fields) || {};
  const codes = data?.recovery_codes;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const otp = String(new FormData(event.currentTarget).get('otp'));
    confirm.mutate(otp, {
      onSuccess: (reply) => {
        // It would cover the button below the codes.
        if (reply.recovery_codes) return;
        toast.show(reply.message, 'success');
        onClose();
      },
    });
  }

  const footer = codes ? (
    <Button onClick={onClose}>I saved the codes</Button>
  ) : (
    <>
      <DialogCancel />
      <Button busy={isPending} form={id} type="submit">
        Turn on
      </Button>
    </>
  );
  return (
    <Dialog
      footer={footer}
      onOpenChange={(open) => !open && onClose()}
      open
      title={codes ? 'Recovery codes' : 'Set up one-time codes'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form className="grid gap-4 pb-3" id={id} noValidate onSubmit={submit}>
          <p>Scan this with your authenticator app, then enter the code that it shows.</p>
          <QrCode label="QR code for your authenticator app" text={uri} />
          <p className="text-sm">
            Can’t scan it?{' '}
            <a className="text-link" href={uri}>
              Open the app on this device
            </a>
            , or type this key into it: <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <Field error={fields.otp} label="Code from the app" name="otp" required>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
          </Field>
          {error && Object.keys(fields).length === 0 && (
            <Alert tone="error">{errorMessage(error, messages.confirmFailed)}</Alert>
          )}
        </form>
      )}
    </Dialog>
  );
}
