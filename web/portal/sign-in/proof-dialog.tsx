import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { secondFactors as messages } from '#contract/messages/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { FactorDialog } from './factor-dialog.tsx';
import type { Proof } from './sign-in.data.ts';

interface ProofDialogProps extends Omit<ComponentProps<typeof FactorDialog>, 'busy' | 'children'> {
  /** Whether the account has codes that can replace the password. */
  hasFactor: boolean;
  /** The change that the proof allows. */
  change: { isPending: boolean; error: unknown };
  failed: string;
  /** The message of an error that belongs to no field. */
  messageOf?: (error: unknown) => string;
  onSubmit: (proof: Proof, data: FormData) => void;
  /** Fields above those of the proof. */
  children?: ReactNode;
}

/**
 * A change of the second factors, after the current password or a code: a borrowed phone must not change how its owner
 * signs in.
 */
export function ProofDialog({ hasFactor, change, failed, ...props }: ProofDialogProps) {
  const { messageOf = (error) => errorMessage(error, failed), ...others } = props;
  const { onSubmit, children, ...dialog } = others;
  const [isBlank, setBlank] = useState(false);
  const { error } = change;
  const fields = (error instanceof CallError && error.body.fields) || {};

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    const current_password = String(data.get('current_password') ?? '');
    const otp = String(data.get('otp') ?? '');
    setBlank(current_password === '' && otp === '');
    if (current_password === '' && otp === '') return;
    onSubmit(current_password ? { current_password } : { otp }, data);
  }

  return (
    <FactorDialog {...dialog} busy={change.isPending}>
      {(id) => (
        <form className="grid gap-4" id={id} noValidate onSubmit={submit}>
          {children}
          <Field
            error={isBlank ? messages.proofRequired : fields.current_password}
            label={t('Current password', 'Contraseña actual')}
            name="current_password"
          >
            <PasswordInput autoComplete="current-password" />
          </Field>
          {hasFactor && (
            <Field
              error={fields.otp}
              hint={t(
                'From your authenticator app, or a recovery code.',
                'De su aplicación de autenticación, o un código de recuperación.',
              )}
              label={t('Or a code', 'O un código')}
              name="otp"
            >
              <Input autoCapitalize="none" autoComplete="one-time-code" spellCheck={false} />
            </Field>
          )}
          {error !== null && !isBlank && Object.keys(fields).length === 0 && (
            <Alert tone="error">{messageOf(error)}</Alert>
          )}
        </form>
      )}
    </FactorDialog>
  );
}
