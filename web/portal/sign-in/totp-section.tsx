import { useState } from 'react';
import { totp as messages } from '#contract/messages/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { usDay } from '../shared/us-dates.ts';
import { announce } from './factor-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { SetUpTotpDialog } from './set-up-totp-dialog.tsx';
import { useCreateRecoveryCodes, useRemoveTotp, useTotp } from './sign-in.data.ts';
import { SignInSection } from './sign-in-section.tsx';

const hint = t(
  'An app on your phone, such as Google Authenticator or 1Password, shows a new code every 30 seconds. You enter it after your password.',
  'Una aplicación en su teléfono, como Google Authenticator o 1Password, muestra un código nuevo cada 30 segundos. Usted lo escribe después de su contraseña.',
);

type Open = 'set-up' | 'remove' | 'codes' | null;

export function TotpSection({ hasFactor }: { hasFactor: boolean }) {
  const { data, error } = useTotp();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <SignInSection hint={hint} title={t('One-time codes', 'Códigos de un solo uso')}>
      {error && <Alert tone="error">{errorMessage(error, messages.fetchFailed)}</Alert>}
      {data && (
        <p>
          {data.confirmed_at
            ? t(
                `On since ${usDay(data.confirmed_at)}.`,
                `Activados desde el ${usDay(data.confirmed_at)}.`,
              )
            : t('Off.', 'Desactivados.')}{' '}
          {hasFactor &&
            t(
              `${data.recovery_codes_left} recovery codes left.`,
              `Códigos de recuperación disponibles: ${data.recovery_codes_left}.`,
            )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {data?.confirmed_at === null && (
          <Button onClick={() => setOpen('set-up')} variant="secondary">
            {t('Set up one-time codes', 'Configurar códigos de un solo uso')}
          </Button>
        )}
        {hasFactor && (
          <Button onClick={() => setOpen('codes')} variant="secondary">
            {t('New recovery codes', 'Códigos de recuperación nuevos')}
          </Button>
        )}
        {data?.confirmed_at && (
          <Button onClick={() => setOpen('remove')} variant="danger">
            {t('Turn off', 'Desactivar')}
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
      description={t(
        'Your old recovery codes stop working.',
        'Sus códigos de recuperación anteriores dejan de servir.',
      )}
      failed={messages.codesFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => create.mutate(proof)}
      submitLabel={t('Make new codes', 'Crear códigos nuevos')}
      title={t('New recovery codes', 'Códigos de recuperación nuevos')}
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTotp();
  return (
    <ProofDialog
      change={remove}
      danger
      description={t(
        "The app's codes no longer log in to your account.",
        'Los códigos de la aplicación ya no servirán para iniciar sesión en su cuenta.',
      )}
      failed={messages.removeFailed}
      hasFactor
      onClose={onClose}
      onSubmit={(proof) => remove.mutate(proof, announce(onClose))}
      submitLabel={t('Turn off', 'Desactivar')}
      title={t('Turn off one-time codes?', '¿Desactivar los códigos de un solo uso?')}
    />
  );
}
