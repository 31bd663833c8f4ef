import { useState } from 'react';
import { totp as messages } from '#contract/messages/second-factors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { usDay } from '../shared/us-dates.ts';
import { announce } from './factor-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { SetUpTotpDialog } from './set-up-totp-dialog.tsx';
import { useCreateRecoveryCodes, useRemoveTotp, useTotp } from './sign-in.data.ts';
import { SignInSection } from './sign-in-section.tsx';

const hint =
  'An app on your phone, such as Google Authenticator or 1Password, shows a new code every 30 seconds. You enter it after your password.';

type Open = 'set-up' | 'remove' | 'codes' | null;

export function TotpSection({ hasFactor }: { hasFactor: boolean }) {
  const { data, error } = useTotp();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <SignInSection hint={hint} title="One-time codes">
      {error && <Alert tone="error">{errorMessage(error, messages.fetchFailed)}</Alert>}
      {data && (
        <p>
          {data.confirmed_at ? `On since ${usDay(data.confirmed_at)}.` : 'Off.'}{' '}
          {hasFactor && `${data.recovery_codes_left} recovery codes left.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {data?.confirmed_at === null && (
          <Button onClick={() => setOpen('set-up')} variant="secondary">
            Set up one-time codes
          </Button>
        )}
        {hasFactor && (
          <Button onClick={() => setOpen('codes')} variant="secondary">
            New recovery codes
          </Button>
        )}
        {data?.confirmed_at && (
          <Button onClick={() => setOpen('remove')} variant="danger">
            Turn off
          </Button>
        )}
      </div>
      {open === 'set-up' && <SetUpTotpDialog hasFactor={hasFactor} onClose={close} />}
      {open === 'codes' && <CodesDialog onClose={close} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </SignInSection>
  );
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateRecoveryCodes();
  return (
    <ProofDialog
      change={create}
      codes={create.data?.recovery_codes}
      description="Your old recovery codes stop working."
      failed={messages.codesFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => create.mutate(proof)}
      submitLabel="Make new codes"
      title="New recovery codes"
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTotp();
  return (
    <ProofDialog
      change={remove}
      danger
      description="The app's codes no longer log in to your account."
      failed={messages.removeFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => remove.mutate(proof, announce(onClose))}
      submitLabel="Turn off"
      title="Turn off one-time codes?"
    />
  );
}
