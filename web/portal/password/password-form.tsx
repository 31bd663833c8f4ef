import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import { changePassword } from '#contract/passwords.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { errorMessage, setFieldErrors } from '../shared/error-messages.ts';
import { useOnce } from '../shared/use-send-once.ts';
import { useChangePassword } from './password.data.ts';

const passwordForm = z
  .object({
    ...changePassword.body.shape,
    new_password_again: z.string().check(z.minLength(1, field.required)),
  })
  .check(
    z.refine((values) => values.new_password === values.new_password_again, {
      error: messages.notTheSame,
      path: ['new_password_again'],
      // Beside other errors too: all are put right at once.
      when: () => true,
    }),
  );

const blank = { old_password: '', new_password: '', new_password_again: '' };

/** The old password, and the new one twice. */
export function PasswordForm() {
  const once = useOnce();
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(passwordForm), defaultValues: blank });
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ old_password, new_password }) =>
    once(async () => {
      try {
        await change.mutateAsync({ old_password, new_password });
      } catch (error) {
        setFieldErrors(form, error);
      }
    }),
  );

  return (
    <form
      className="grid max-w-xl gap-5 border-t-2 border-ink pt-6"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field error={errors.old_password?.message} label="Old password" name="old_password" required>
        <PasswordInput {...form.register('old_password')} autoComplete="current-password" />
      </Field>
      <Field
        error={errors.new_password?.message}
        hint="8 to 128 characters."
        label="New password"
        name="new_password"
        required
      >
        <PasswordInput {...form.register('new_password')} autoComplete="new-password" />
      </Field>
      <Field
        error={errors.new_password_again?.message}
        label="New password again"
        name="new_password_again"
        required
      >
        <PasswordInput {...form.register('new_password_again')} autoComplete="new-password" />
      </Field>
      {change.isError && (
        <Alert tone="error">{errorMessage(change.error, messages.changeFailed)}</Alert>
      )}
      <Button busy={change.isPending} className="justify-self-start" type="submit">
        {change.isPending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  );
}
