import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passwords as messages } from '#contract/messages/users.ts';
import { t } from '#contract/text/languages.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordHint } from '#web/ui/password-hint.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** Loaded on first focus: the API client and the schemas weigh more than the page. */
const loadCall = () => import('./reset-call.ts');

/** The form to set a new password, then a link to log in. */
export function ResetForm({ code }: { code: string }) {
  const ready = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [typed, setTyped] = useState('');

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !ready) return;
    const data = new FormData(event.currentTarget);
    const [password, again] = [data.get('password'), data.get('password_again')].map(String);
    setFailure(null);
    setBusy(true);
    try {
      const { setPassword } = await loadCall();
      const problem = await setPassword(code, password ?? '', again ?? '');
      setErrors(problem?.errors ?? {});
      setFailure(problem?.failure ?? null);
      setDone(problem === null);
    } catch {
      // Loading failed: the next submit tries again.
      setFailure(messages.resetFailed);
    }
    setBusy(false);
  }

  if (done) return <Done />;
  return (
    <form
      className="grid grid-cols-1 gap-5"
      method="post"
      noValidate
      onFocus={() => void loadCall().catch(() => {})}
      onSubmit={(event) => void send(event)}
      ref={form}
    >
      <Field
        error={errors.password}
        hint={
          <PasswordHint password={typed}>
            {t('8 to 128 characters.', 'De 8 a 128 caracteres.')}
          </PasswordHint>
        }
        label={t('New password', 'Contraseña nueva')}
        name="password"
        required
      >
        <PasswordInput
          autoComplete="new-password"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      <Field
        error={errors.password_again}
        label={t('Confirm new password', 'Confirmar la contraseña nueva')}
        name="password_again"
        required
      >
        <PasswordInput autoComplete="new-password" />
      </Field>
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button busy={busy} className="justify-self-start" disabled={!ready} size="lg" type="submit">
        {busy ? t('Saving…', 'Guardando…') : t('Set password', 'Guardar contraseña')}
      </Button>
      <noscript>
        <p>
          {t(
            'Setting a password requires JavaScript. Turn it on and reload this page.',
            'Para guardar la contraseña se necesita JavaScript. Actívelo y vuelva a cargar esta página.',
          )}
        </p>
      </noscript>
    </form>
  );
}

function Done() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      className="grid grid-cols-1 justify-items-start gap-5 outline-none"
      ref={box}
      tabIndex={-1}
    >
      <Alert className="w-full" tone="success">
        {messages.reset}
      </Alert>
      <LinkButton size="lg" to="/login">
        {t('Log in', 'Iniciar sesión')}
      </LinkButton>
    </div>
  );
}
