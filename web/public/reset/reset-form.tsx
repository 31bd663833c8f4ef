import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { passwords as text } from '#contract/messages/people.ts';
import { resetPassword } from '#contract/passwords.ts';
import { call, serverSentence } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { resetErrors } from './reset-errors.ts';

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
    const password = String(data.get('password'));
    setFailure(null);
    if (!show(resetErrors(password, String(data.get('password_again'))))) return;
    setBusy(true);
    try {
      await call(resetPassword, { params: { code }, body: { password } });
      setDone(true);
    } catch (error) {
      const fields = error instanceof CallError ? (error.body.fields ?? {}) : {};
      // What is wrong with the code has no control to stand beside.
      setFailure(fields.code ?? serverSentence(error) ?? text.resetFailed);
      show(fields);
    } finally {
      setBusy(false);
    }
  }

  /** Puts the errors beside their controls and the focus on the first; true when there are none. */
  function show(wrong: Record<string, string>): boolean {
    setErrors(wrong);
    const first = ['password', 'password_again'].find((name) => wrong[name]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
    return first === undefined;
  }

  if (done) return <Done />;
  return (
    <form
      className="grid gap-5"
      method="post"
      noValidate
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
