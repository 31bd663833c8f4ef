import { useState } from 'react';
import { passkeys as messages } from '#contract/messages/second-factors.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { canUsePasskeys, isIpAddress } from '#web/lib/session/passkey-support.ts';
import { passkeyFailure } from '#web/lib/session/passkeys.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { usDay } from '../shared/us-dates.ts';
import { announce } from './factor-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { useAddPasskey, usePasskeys, useRemovePasskey } from './sign-in.data.ts';
import { SignInSection } from './sign-in-section.tsx';

const hint =
  'Log in with your fingerprint, face or screen lock instead of a password. With a passkey, your password alone no longer logs in.';

export function PasskeysSection({ hasFactor }: { hasFactor: boolean }) {
  const { data, error } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <SignInSection hint={hint} title="Passkeys">
      {error && <Alert tone="error">{errorMessage(error, messages.fetchFailed)}</Alert>}
      {data?.length === 0 && <p>No passkeys yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Passkeys" className="grid w-full gap-3">
          {data.map((passkey) => (
            <li
              className="flex flex-wrap items-center justify-between gap-3 border border-line bg-sheet px-4 py-3"
              key={passkey.passkey_id}
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-steel">
                  Added {usDay(passkey.created_at)}.{' '}
                  {passkey.last_used_at
                    ? `Last used ${usDay(passkey.last_used_at)}.`
                    : 'Not used yet.'}
                </p>
              </div>
              <Button
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
                size="sm"
                variant="secondary"
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button onClick={() => setAdding(true)} variant="secondary">
          Add a passkey
        </Button>
      ) : (
        <p className="text-sm text-steel">
          {isIpAddress() ? messages.wrongAddress : messages.unsupported}
        </p>
      )}
      {isAdding && <AddDialog hasFactor={hasFactor} onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog onClose={() => setRemoving(null)} passkey={removing} />}
    </SignInSection>
  );
}

function AddDialog({ hasFactor, onClose }: { hasFactor: boolean; onClose: () => void }) {
  const add = useAddPasskey();
  const [nameMissing, setNameMissing] = useState(false);
  return (
    <ProofDialog
      change={add}
      codes={add.data?.recovery_codes}
      description="Your device asks for your fingerprint, face or screen lock next."
      failed={messages.addFailed}
      hasFactor={hasFactor}
      messageOf={(error) => passkeyFailure(error, messages.addFailed)}
      onClose={onClose}
      onSubmit={(proof, data) => {
        const name = String(data.get('name')).trim();
        setNameMissing(name === '');
        if (name === '') return;
        add.mutate({ name, proof }, announce(onClose));
      }}
      submitLabel="Add passkey"
      title="Add a passkey"
    >
      <Field
        error={nameMissing ? 'This field is required.' : undefined}
        hint="So that you recognize it, such as My phone."
        label="Name"
        name="name"
        required
      >
        <Input autoComplete="off" defaultValue="This device" maxLength={100} />
      </Field>
    </ProofDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey();
  return (
    <ProofDialog
      change={remove}
      danger
      description={`${passkey.name} can no longer log in to your account.`}
      failed={messages.removeFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => remove.mutate({ id: passkey.passkey_id, proof }, announce(onClose))}
      submitLabel="Remove passkey"
      title="Remove this passkey?"
    />
  );
}
