import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passwords as text } from '#contract/messages/people.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The call and its rules weigh more than the page: they come when somebody begins to type. */
const loadCall = () => import('./reset-call.ts');

/** The new password, twice; after that only the way to the log-in is left. */
export function ResetForm({ code }: { code: string }) {
  const ready = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

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
      show(problem?.errors ?? {});
      setFailure(problem?.failure ?? null);
      setDone(problem === null);
    } catch {
      // Not loaded: the next press tries again.
      setFailure(text.resetFailed);
    }
    setBusy(false);
  }

  /** Puts the errors beside their controls and the focus on the first. */
  function show(wrong: Record<string, string>): void {
    setErrors(wrong);
    const first = ['password', 'password_again'].find((name) => wrong[name]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  if (done) return <Done />;
  return (
    <form
      className="grid gap-5"
      method="post"
      noValidate
      onFocus={() => void loadCall().catch(() => {})}
      onSubmit={(event) => void send(event)}
      ref={form}
    >
      <Field
        error={errors.password}
        hint="8 to 128 characters."
        label="New password"
        name="password"
        required
      >
        <Input autoComplete="new-password" type="password" />
      </Field>
      <Field
        error={errors.password_again}
        label="New password again"
        name="password_again"
        required
      >
        <Input autoComplete="new-password" type="password" />
      </Field>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button busy={busy} className="justify-self-start" disabled={!ready} size="lg" type="submit">
        {busy ? 'Saving…' : 'Set password'}
      </Button>
      <noscript>
        <p>Setting a password needs JavaScript. Please turn it on and load this page again.</p>
      </noscript>
    </form>
  );
}

function Done() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-5 outline-none" ref={box} tabIndex={-1}>
      <Notice className="w-full" tone="success">
        {text.reset}
      </Notice>
      <LinkButton size="lg" to="/login">
        Log in
      </LinkButton>
    </div>
  );
}
