import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/access.ts';
import { CallError } from '#contract/endpoint.ts';
import { session as messages } from '#contract/messages/session.ts';
import { signup } from '#contract/session.ts';
import { addFlashAlert } from '#web/lib/flash-alerts.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/form-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { errorMessage, setFieldErrors } from '../shared/error-messages.ts';
import { DraftNotice } from '../shared/record-form.tsx';
import { useHookFormDraft, useRestoredValues } from '../shared/use-form-draft.ts';
import { useIdempotencyKey, useOnce } from '../shared/use-send-once.ts';
import { useSignUp } from './signup.data.ts';

const roleChoices = [
  { value: 'employee', label: 'Employee' },
  { value: 'admin', label: 'Admin' },
];

const blank = {
  username: '',
  user_email: '',
  user_password: '',
  user_role: 'employee' as Role,
};

/** Username, e-mail, password and role of a new account. */
export function SignupForm() {
  const navigate = useNavigate();
  const once = useOnce();
  const key = useIdempotencyKey();
  const signUp = useSignUp();
  const form = useForm({ resolver: zodResolver(signup.body), defaultValues: blank });
  const [kept] = useState(() => readFormDraft<null, typeof blank>('signup'));
  useRestoredValues(form, blank, kept?.values);
  useHookFormDraft('signup', form, null);
  const { errors } = form.formState;

  const submit = form.handleSubmit((body) =>
    once(async () => {
      try {
        await signUp.mutateAsync({ body, idempotencyKey: key.current() });
        key.renew();
        deleteFormDraft('signup');
        addFlashAlert(messages.created, 'success');
        await navigate('/login');
      } catch (error) {
        if (error instanceof CallError && error.status === 422) key.renew();
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
      {kept && <DraftNotice />}
      <Field error={errors.username?.message} label="Username" name="username" required>
        <Input
          {...form.register('username')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field error={errors.user_email?.message} label="Email" name="user_email" required>
        <Input {...form.register('user_email')} autoComplete="off" inputMode="email" type="email" />
      </Field>
      <Field
        error={errors.user_password?.message}
        hint="At least 8 characters."
        label="Password"
        name="user_password"
        required
      >
        <Input {...form.register('user_password')} autoComplete="new-password" type="password" />
      </Field>
      <Field error={errors.user_role?.message} label="Role" name="user_role" required>
        <Select {...form.register('user_role')} options={roleChoices} />
      </Field>
      {signUp.isError && (
        <Alert tone="error">{errorMessage(signUp.error, messages.createFailed)}</Alert>
      )}
      <Button busy={signUp.isPending} className="justify-self-start" type="submit">
        {signUp.isPending ? 'Creating…' : 'Create account'}
      </Button>
    </form>
  );
}
