import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import { changePassword, changePasswordInput } from '#contract/passwords.ts';
import { t } from '#contract/text/languages.ts';
import { createShape, type RecordFields } from '#contract/wire/record-fields.ts';
import { call, renewToken } from '#web/lib/api/api.ts';
import { addFlashAlert } from '#web/lib/navigation/flash-alerts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PasswordHint } from '#web/ui/password-hint.tsx';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';

const { old_password, new_password } = changePasswordInput.shape;
const fields = {
  old_password: {
    kind: 'current-password',
    label: t('Old password', 'Contraseña anterior'),
    schema: old_password,
  },
  new_password: {
    kind: 'new-password',
    label: t('New password', 'Contraseña nueva'),
    schema: new_password,
  },
  new_password_again: {
    kind: 'new-password',
    label: t('New password again', 'Repita la contraseña nueva'),
    schema: z.string().check(z.minLength(1, field.required)),
  },
} satisfies RecordFields;

const passwordForm = z.object(createShape(fields)).check(
  z.refine((values) => values.new_password === values.new_password_again, {
    error: messages.notTheSame,
    path: ['new_password_again'],
    // Also beside other errors, so that all are shown at once.
    when: () => true,
  }),
);

/** Changes the password; the session continues with the token of the reply. */
async function change({ old_password, new_password }: z.output<typeof passwordForm>) {
  const reply = await call(changePassword, { body: { old_password, new_password } });
  // The portal restarts with the new token and shows this then.
  addFlashAlert(reply.message, 'success');
  return reply;
}

export default function PasswordPage() {
  const state = useRecordForm({
    draft: 'password',
    record: null,
    idOf: () => 0,
    valuesOf: () => formValues(fields, {}),
    schema: passwordForm,
    save: (body) => renewToken(change(body)),
    queryKey: ['user'],
    messages: { saveFailed: messages.changeFailed },
    onSaved: () => undefined,
  });
  const { username, first_name, last_name } = useCurrentUser(true).data ?? {};
  const typed = useWatch({ control: state.form.control, name: 'new_password' });
  const owner = { username, first_name, last_name };
  const hint = (
    <PasswordHint {...owner} password={typed}>
      {t('8 to 128 characters.', 'De 8 a 128 caracteres.')}
    </PasswordHint>
  );
  return (
    <>
      <PageHeader
        intro={t(
          'You stay signed in here; your other devices are signed out.',
          'Aquí su sesión sigue abierta; se cierra en sus otros dispositivos.',
        )}
        title={t('Your password', 'Su contraseña')}
      />
      <div className="max-w-xl border-t-2 border-ink pt-6">
        <RecordForm
          columns="grid-cols-1"
          fields={fields}
          onCancel={null}
          overrides={{ new_password: { hint } }}
          state={state}
          submitLabel={t('Change password', 'Cambiar contraseña')}
        />
      </div>
    </>
  );
}
