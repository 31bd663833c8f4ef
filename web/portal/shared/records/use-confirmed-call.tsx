import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import { confirmPassword } from '#contract/passwords.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { errorMessage } from '../error-messages.ts';

/**
 * Returns a `call` for changes that may require the password again: it then opens `dialog` and repeats the call once the
 * password is confirmed. Render `dialog` outside any form.
 */
export function useConfirmedCall(): {
  send: typeof call;
  /** The same for any other request. */
  run: <T>(request: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [isAsking, setAsking] = useState(false);
  const [question] = useState(() => new SharedQuestion(setAsking));
  async function run<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!isConfirmationRequired(error) || !(await question.ask())) throw error;
      return request();
    }
  }
  return {
    send: (...request) => run(() => call(...request)),
    run,
    dialog: isAsking && <ConfirmPasswordDialog onAnswer={(yes) => question.answer(yes)} />,
  };
}

/** A question with one answer for all that ask at the same time. */
export class SharedQuestion {
  readonly #onAsking: (isAsking: boolean) => void;
  #asked: PromiseWithResolvers<boolean> | null = null;

  constructor(onAsking: (isAsking: boolean) => void) {
    this.#onAsking = onAsking;
  }

  ask(): Promise<boolean> {
    if (this.#asked === null) {
      this.#asked = Promise.withResolvers();
      this.#onAsking(true);
    }
    return this.#asked.promise;
  }

  answer(isConfirmed: boolean): void {
    this.#asked?.resolve(isConfirmed);
    this.#asked = null;
    this.#onAsking(false);
  }
}

function isConfirmationRequired(error: unknown): boolean {
  return error instanceof CallError && error.body.code === 'confirmation_required';
}

function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const formId = useId();
  const [problem, setProblem] = useState<{ field?: string | undefined; failure?: string }>({});
  const [busy, setBusy] = useState(false);

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const control = event.currentTarget.elements.namedItem('current_password');
    const current_password = (control as HTMLInputElement).value;
    setBusy(true);
    try {
      await call(confirmPassword, { body: { current_password } });
      onAnswer(true);
    } catch (error) {
      const field = error instanceof CallError && error.body.fields?.current_password;
      setProblem(field ? { field } : { failure: errorMessage(error, general.serverProblem) });
      setBusy(false);
      (control as HTMLInputElement).focus();
    }
  }

  return (
    <Dialog
      description={messages.confirmFirst}
      footer={
        <>
          <DialogCancel />
          <Button busy={busy} form={formId} type="submit">
            {t('Confirm', 'Confirmar')}
          </Button>
        </>
      }
      onClose={() => onAnswer(false)}
      size="sm"
      title={t('Confirm your password', 'Confirme su contraseña')}
    >
      <form
        className="grid gap-4 pb-3"
        id={formId}
        noValidate
        onSubmit={(event) => void confirm(event)}
      >
        <Field
          error={problem.field}
          label={t('Your password', 'Su contraseña')}
          name="current_password"
          required
        >
          <PasswordInput autoComplete="current-password" />
        </Field>
        {problem.failure && <Alert tone="error">{problem.failure}</Alert>}
      </form>
    </Dialog>
  );
}
