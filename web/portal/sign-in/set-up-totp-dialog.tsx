import type { FormEvent } from 'react';
import { encode } from 'uqr';
import { totp as messages } from '#contract/messages/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { announce, FactorDialog } from './factor-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
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
      description={t(
        'You need an authenticator app on your phone.',
        'Necesita una aplicación de autenticación en su teléfono.',
      )}
      failed={messages.startFailed}
      hasFactor={hasFactor}
      onClose={onClose}
      onSubmit={(proof) => start.mutate(proof)}
      submitLabel={t('Continue', 'Continuar')}
      title={t('Set up one-time codes', 'Configurar códigos de un solo uso')}
    />
  );
}

interface AppDialogProps {
  secret: string;
  uri: string;
  onClose: () => void;
}

function AppDialog({ secret, uri, onClose }: AppDialogProps) {
  const confirm = useConfirmTotp();
  const { data, error, isPending } = confirm;
  const fields = (error instanceof CallError && error.body.fields) || {};
  const key = <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const otp = String(new FormData(event.currentTarget).get('otp'));
    confirm.mutate(otp, announce(onClose));
  }

  return (
    <FactorDialog
      busy={isPending}
      codes={data?.recovery_codes}
      onClose={onClose}
      submitLabel={t('Turn on', 'Activar')}
      title={t('Set up one-time codes', 'Configurar códigos de un solo uso')}
    >
      {(id) => (
        <form className="grid gap-4 pb-3" id={id} noValidate onSubmit={submit}>
          <p>
            {t(
              'Scan this with your authenticator app, then enter the code that it shows.',
              'Escanee esto con su aplicación de autenticación y escriba el código que muestra.',
            )}
          </p>
          <QrCode
            label={t(
              'QR code for your authenticator app',
              'Código QR para su aplicación de autenticación',
            )}
            text={uri}
          />
          <p className="text-sm">
            {t(
              <>
                Can’t scan it?{' '}
                <a className="text-link" href={uri}>
                  Open the app on this device
                </a>
                , or type this key into it: {key}
              </>,
              <>
                ¿No puede escanearlo?{' '}
                <a className="text-link" href={uri}>
                  Abra la aplicación en este dispositivo
                </a>{' '}
                o escriba en ella esta clave: {key}
              </>,
            )}
          </p>
          <Field
            error={fields.otp}
            label={t('Code from the app', 'Código de la aplicación')}
            name="otp"
            required
          >
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
          </Field>
          {error && Object.keys(fields).length === 0 && (
            <Alert tone="error">{errorMessage(error, messages.confirmFailed)}</Alert>
          )}
        </form>
      )}
    </FactorDialog>
  );
}

/** A QR code, drawn here: the secret in it goes to no one else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      aria-label={label}
      className="size-56 max-w-full"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      {/* Black on white in the dark theme too: many cameras can't read the inverse. */}
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" />
    </svg>
  );
}
