import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isBlank } from '#contract/text/blank-text.ts';
import { t } from '#contract/text/languages.ts';
import { canUsePasskeys } from '#web/lib/session/passkey-support.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import type { LoginFailure } from './login-call.ts';
import { login as messages } from './messages.ts';

/** The one call with a timeout, in milliseconds (G6). */
const loginTimeout = 5000;

/** Loaded on first focus: the API client and the schemas weigh more than the page. */
const loadCall = () => import('./login-call.ts');
type LoginCalls = Pick<Awaited<ReturnType<typeof loadCall>>, 'logIn' | 'logInByPasskey'>;

/** Calls that fail, because the real ones didn't load. */
function failingCalls(reason: string): LoginCalls {
  const logIn = async () => ({ reason, needsCode: false });
  return { logIn, logInByPasskey: logIn };
}

interface Failure {
  reason: string;
  isOffline: boolean;
  tone: 'error' | 'info';
}

interface LoginFormProps {
  /** False until hydrated: before that the browser would submit the form itself. */
  ready: boolean;
  returnTo: string | null;
  onSend: () => void;
}

export function LoginForm({ ready, returnTo, onSend }: LoginFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (needsCode) code.current?.focus();
  }, [needsCode]);

  async function finish(result: LoginFailure | null) {
    if (result === null) return navigate(returnTo ?? '/portal', { replace: true });
    setFailure({
      reason: result.reason,
      isOffline: !navigator.onLine,
      // Asking for the code is no error.
      tone: result.needsCode && !needsCode ? 'info' : 'error',
    });
    setBusy(false);
    if (result.needsCode) setNeedsCode(true);
  }

  async function run(work: (calls: LoginCalls, lasting: boolean) => Promise<LoginFailure | null>) {
    setFailure(null);
    onSend();
    setBusy(true);
    const lasting = new FormData(form.current ?? undefined).has('keep_signed_in');
    await finish(await work(await inTime(), lasting));
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !ready) return;
    const data = new FormData(event.currentTarget);
    const body = {
      username: String(data.get('username')),
      password: String(data.get('password')),
      otp: String(data.get('otp') ?? ''),
    };
    const empty = [
      ...(isBlank(body.username) ? ['username'] : []),
      ...(body.password ? [] : ['password']),
    ];
    setMissing(empty);
    if (empty.length > 0) return setFailure(null);
    return run((calls, lasting) => calls.logIn(body, lasting, loginTimeout));
  }

  const errorOf = (name: string) => (missing.includes(name) ? messages.required : undefined);
  return (
    <form
      className="grid gap-5"
      method="post"
      noValidate
      onFocus={() => void loadCall().catch(() => {})}
      onSubmit={(event) => void send(event)}
      ref={form}
    >
      <Field error={errorOf('username')} label={t('Username', 'Usuario')} name="username" required>
        <Input autoCapitalize="none" autoComplete="username" spellCheck={false} />
      </Field>
      <Field
        error={errorOf('password')}
        label={t('Password', 'Contraseña')}
        name="password"
        required
      >
        <PasswordInput autoComplete="current-password" />
      </Field>
      {needsCode && (
        <Field
          hint={t(
            'From your authenticator app, or a recovery code.',
            'De su aplicación de autenticación, o un código de recuperación.',
          )}
          label={t('Code', 'Código')}
          name="otp"
        >
          <Input autoCapitalize="none" autoComplete="one-time-code" ref={code} spellCheck={false} />
        </Field>
      )}
      <Checkbox
        defaultChecked
        hint={t(
          "Uncheck this on a shared device. You'll be logged out when you close the browser.",
          'Desmarque esta casilla en un dispositivo compartido. Su sesión se cerrará al cerrar el navegador.',
        )}
        label={t(
          'Keep me signed in on this device',
          'Mantener la sesión abierta en este dispositivo',
        )}
        name="keep_signed_in"
      />
      {failure && (
        <div className="grid gap-2">
          <Alert tone={failure.tone}>{failure.reason}</Alert>
          {failure.isOffline && <Alert>{messages.offline}</Alert>}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={!ready} size="lg" type="submit">
          {busy ? t('Logging in…', 'Iniciando sesión…') : t('Log in', 'Iniciar sesión')}
        </Button>
        {ready && canUsePasskeys() && (
          <Button
            busy={busy}
            onClick={() => void run((calls, lasting) => calls.logInByPasskey(lasting))}
            size="lg"
            variant="secondary"
          >
            {t('Sign in with a passkey', 'Entrar con clave de acceso')}
          </Button>
        )}
      </div>
      <noscript>
        <p>
          {t(
            'Logging in requires JavaScript. Turn it on and reload this page.',
            'Para iniciar sesión se necesita JavaScript. Actívelo y vuelva a cargar esta página.',
          )}
        </p>
      </noscript>
    </form>
  );
}

/** Loads the login calls within the same time limit. */
async function inTime(): Promise<LoginCalls> {
  let timer: number | undefined;
  const late = new Promise<null>((resolve) => {
    timer = window.setTimeout(resolve, loginTimeout, null);
  });
  try {
    return (await Promise.race([loadCall(), late])) ?? failingCalls(messages.timeout);
  } catch {
    // Loading failed: the next submit tries again.
    return failingCalls(messages.unexpected);
  } finally {
    clearTimeout(timer);
  }
}
