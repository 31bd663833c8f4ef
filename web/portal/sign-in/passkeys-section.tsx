import { useState } from 'react';
import { field } from '#contract/messages/general.ts';
import { passkeys as messages } from '#contract/messages/second-factors.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { t } from '#contract/text/languages.ts';
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

const hint = t(
  'Log in with your fingerprint, face or screen lock instead of a password. With a passkey, your password alone no longer logs in.',
  'Inicie sesión con su huella, su cara o el bloqueo de pantalla en lugar de una contraseña. Con una clave de acceso, la contraseña sola ya no basta.',
);

export function PasskeysSection({ hasFactor }: { hasFactor: boolean }) {
  const { data, error } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <SignInSection hint={hint} title={t('Passkeys', 'Claves de acceso')}>
      {error && <Alert tone="error">{errorMessage(error, messages.fetchFailed)}</Alert>}
      {data?.length === 0 && <p>{t('No passkeys yet.', 'Todavía no hay claves de acceso.')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('Passkeys', 'Claves de acceso')} className="grid w-full gap-3">
          {data.map((passkey) => (
            <li
              className="flex flex-wrap items-center justify-between gap-3 border border-line bg-sheet px-4 py-3"
              key={passkey.passkey_id}
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-steel">
                  {t(
                    `Added ${usDay(passkey.created_at)}.`,
                    `Se agregó el ${usDay(passkey.created_at)}.`,
                  )}{' '}
                  {passkey.last_used_at
                    ? t(
                        `Last used ${usDay(passkey.last_used_at)}.`,
                        `Último uso: ${usDay(passkey.last_used_at)}.`,
                      )
                    : t('Not used yet.', 'Todavía no se ha usado.')}
                </p>
              </div>
              <Button
                aria-label={t(`Remove ${passkey.name}`, `Quitar ${passkey.name}`)}
                onClick={() => setRemoving(passkey)}
                size="sm"
                variant="secondary"
              >
                {t('Remove', 'Quitar')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button onClick={() => setAdding(true)} variant="secondary">
          {t('Add a passkey', 'Agregar una clave de acceso')}
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
      description={t(
        'Your device asks for your fingerprint, face or screen lock next.',
        'Después, su dispositivo le pedirá la huella, la cara o el bloqueo de pantalla.',
      )}
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
      submitLabel={t('Add passkey', 'Agregar clave de acceso')}
      title={t('Add a passkey', 'Agregar una clave de acceso')}
    >
      <Field
        error={nameMissing ? field.required : undefined}
        hint={t(
          'So that you recognize it, such as My phone.',
          'Para reconocerla, por ejemplo, Mi teléfono.',
        )}
        label={t('Name', 'Nombre')}
        name="name"
        required
      >
        <Input
          autoComplete="off"
          defaultValue={t('This device', 'Este dispositivo')}
          maxLength={100}
        />
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
      description={t(
        `${passkey.name} can no longer log in to your account.`,
        `Ya no se podrá iniciar sesión en su cuenta con ${passkey.name}.`,
      )}
      failed={messages.removeFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => remove.mutate({ id: passkey.passkey_id, proof }, announce(onClose))}
      submitLabel={t('Remove passkey', 'Quitar clave de acceso')}
      title={t('Remove this passkey?', '¿Quitar esta clave de acceso?')}
    />
  );
}
