import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { early } from '#contract/messages/early.ts';
import { session as say } from '#contract/messages/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** SPEC.md section 9: the one call with a time limit, in milliseconds. */
const loginTimeout = 5000;

/** The call and its rules weigh more than the page: they come when somebody begins to type. */
const loadCall = () => import('./login-call.ts');

interface LoginFormProps {
  /** False until the script runs: before that the browser would send the form by itself. */
  ready: boolean;
  returnTo: string | null;
  onSend: () => void;
}

/** Username and password; says what went wrong in SPEC.md's words. */
export function LoginForm({ ready, returnTo, onSend }: LoginFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !ready) return;
    const data = new FormData(event.currentTarget);
    const body = { username: String(data.get('username')), password: String(data.get('password')) };
    const empty = [
      ...(body.username.trim() ? [] : ['username']),
      ...(body.password ? [] : ['password']),
    ];
    setMissing(empty);
    setFailure(null);
    const first = form.current?.elements.namedItem(empty[0] ?? '');
    if (first instanceof HTMLElement) return first.focus();
    onSend();
    setBusy(true);
    const logIn = await inTime();
    const reason = await logIn(body, loginTimeout);
    if (reason === null) return navigate(returnTo ?? '/portal', { replace: true });
    setFailure(reason);
    setBusy(false);
  }

  const errorOf = (name: string) => (missing.includes(name) ? early.required : undefined);
  return (
    <form
      className="grid gap-5"
      method="post"
      noValidate
      onFocus={() => void loadCall().catch(() => {})}
      onSubmit={(event) => void send(event)}
      ref={form}
    >
      <Field error={errorOf('username')} label="Username" name="username" required>
        <Input autoCapitalize="none" autoComplete="username" spellCheck={false} />
      </Field>
      <Field error={errorOf('password')} label="Password" name="password" required>
        <Input autoComplete="current-password" type="password" />
      </Field>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button busy={busy} className="justify-self-start" disabled={!ready} size="lg" type="submit">
        {busy ? 'Logging in…' : 'Log in'}
      </Button>
      <noscript>
        <p>Logging in needs JavaScript. Please turn it on and load this page again.</p>
      </noscript>
    </form>
  );
}

/** Loads the call when it is not there yet, in the same time limit. */
async function inTime(): Promise<Awaited<ReturnType<typeof loadCall>>['logIn']> {
  let timer: number | undefined;
  const late = new Promise<null>((resolve) => {
    timer = window.setTimeout(resolve, loginTimeout, null);
  });
  try {
    const call = await Promise.race([loadCall(), late]);
    return call ? call.logIn : async () => say.loginTimeout;
  } catch {
    // Not loaded: the next press tries again.
    return async () => say.loginUnexpected;
  } finally {
    clearTimeout(timer);
  }
}
