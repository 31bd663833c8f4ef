import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '#contract/endpoint.ts';
import { field } from '#contract/messages/general.ts';
import { session as say } from '#contract/messages/session.ts';
import { login } from '#contract/session.ts';
import { CallTimeout, call, serverSentence } from '#web/lib/api.ts';
import { saveToken } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** SPEC.md section 9: the one call with a time limit, in milliseconds. */
const loginTimeout = 5000;

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
    try {
      const { token } = await call(login, { body }, { timeout: loginTimeout });
      saveToken(token);
      await navigate(returnTo ?? '/portal', { replace: true });
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
  }

  const errorOf = (name: string) => (missing.includes(name) ? field.required : undefined);
  return (
    <form
      className="grid gap-5"
      method="post"
      noValidate
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

function reasonOf(error: unknown): string {
  if (error instanceof CallTimeout) return say.loginTimeout;
  if (!(error instanceof CallError) || error.status === 0) return say.loginUnexpected;
  if (error.status === 401) return say.loginInvalid;
  // Only the server knows how long the wait is.
  return (error.status === 429 && serverSentence(error)) || say.loginFailed;
}
