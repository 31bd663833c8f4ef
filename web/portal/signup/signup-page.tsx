import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { signup as messages } from '#contract/messages/users.ts';
import { signup } from '#contract/session.ts';
import { accountFields, password, role, signupInput } from '#contract/wire/account-fields.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { addFlashAlert } from '#web/lib/navigation/flash-alerts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PasswordHint } from '#web/ui/password-hint.tsx';
import { usersQuery } from '../shared/people/users.data.ts';
import { type FormValues, formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';

const { username, user_email, user_role } = accountFields;
const fields = {
  username,
  user_email,
  user_password: {
    kind: 'new-password',
    label: 'Password',
    schema: password,
  },
  user_role: { ...user_role, schema: role },
} satisfies RecordFields;

export default function SignupPage() {
  const navigate = useNavigate();
  const { send, dialog } = useConfirmedCall();
  const state = useRecordForm({
    draft: 'signup',
    record: null,
    idOf: () => 0,
    valuesOf: () => formValues(fields, { user_role: 'employee' }),
    schema: signupInput,
    save: (body, { idempotencyKey }) => send(signup, { body }, { idempotencyKey }),
    queryKey: usersQuery.queryKey,
    messages: { saveFailed: messages.createFailed },
    onSaved: () => {
      addFlashAlert(messages.created, 'success');
      void navigate('/login');
    },
  });
  const typed = useWatch({ control: state.form.control }) as FormValues<typeof fields>;
  const hint = (
    <PasswordHint
      password={typed.user_password}
      user_email={typed.user_email}
      username={typed.username}
    >
      At least 8 characters.
    </PasswordHint>
  );
  return (
    <>
      <PageHeader
        intro="For someone on the team. Give them the username and password yourself: no email is sent."
        title="CREATE AN ACCOUNT"
      />
      <div className="max-w-xl border-t-2 border-ink pt-6">
        <RecordForm
          columns="grid-cols-1"
          fields={fields}
          onCancel={null}
          overrides={{ user_password: { hint } }}
          state={state}
          submitLabel="Create account"
        />
      </div>
      {dialog}
    </>
  );
}
