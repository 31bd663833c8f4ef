import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { users as messages } from '#contract/messages/users.ts';
import { typedNumber } from '#contract/rules/typed-numbers.ts';
import { employeeFields, type User, userFields } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordHint } from '#web/ui/password-hint.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { usersQuery } from '../shared/people/users.data.ts';
import { differencesOf } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import {
  type RecordFormState,
  type SaveTarget,
  useRecordForm,
} from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import {
  accountForm,
  employeeForm,
  HalfSaved,
  hasNoEmployee,
  type SavedUser,
  saveUser,
  schemaOf,
  type UserBody,
  type UserValues,
  valuesOf,
  wholeOf,
} from './save-user.ts';
import { PlaceHint, usePlaces, withExistingPlaces } from './user-places.tsx';
import { useFreshUser } from './users.data.ts';

interface UserFormProps {
  /** Null to add one. */
  user: User | null;
  onDirty: (isDirty: boolean) => void;
  /** `added`: the id of a new user, else null. */
  onSaved: (added: number | null) => void;
}

const noPasswords = { password: '', current_password: '' };

/** Adds or changes a user and the employee; the input stays when only the user was saved. */
export function UserForm({ user, onDirty, onSaved }: UserFormProps) {
  const me = useCurrentUser(true);
  const confirm = useConfirm();
  const fresh = useFreshUser();
  const { send, dialog } = useConfirmedCall();
  const places = usePlaces(user);
  const state = useRecordForm({
    draft: 'user',
    record: user,
    idOf: ({ user_id }: User) => user_id,
    valuesOf,
    schema: schemaOf,
    save,
    queryKey: usersQuery.queryKey,
    messages: { saveFailed: messages.submitFailed },
    onDirty,
    onSaved: ({ message, userId }, { values, base }) => {
      onSaved(user ? null : userId);
      // A message that contains 'error' is styled as one (U5).
      toast.show(message, /error/i.test(message) ? 'error' : 'success');
      if (!base && values.send_link) toast.show(messages.linkSent(values.user_email), 'info');
    },
  });
  const { base, form } = state;

  async function save(
    body: UserBody,
    { record, idempotencyKey }: SaveTarget<User>,
  ): Promise<SavedUser | null> {
    // The server rejects changing one's own role.
    const isDemotion = record?.user_role === 'admin' && body.user_role === 'employee';
    const isAsked = isDemotion && record.user_id !== me.data?.user_id;
    if (isAsked && !(await confirm(demotion(body.username)))) return null;
    const typed = form.formState.dirtyFields;
    try {
      const named = withExistingPlaces(body, places);
      return await saveUser({ body: named, record, typed, idempotencyKey }, send);
    } catch (error) {
      throw error instanceof HalfSaved ? await continueFrom(error, record !== null) : error;
    }
  }

  /** Makes the stored user the form's base, so that the next try adds the employee only. */
  async function continueFrom({ userId, cause }: HalfSaved, isChange: boolean) {
    const stored = await fresh(userId);
    // Otherwise the password would be set a second time.
    if (stored) state.rebase(stored, { ...form.getValues(), ...noPasswords, send_link: false });
    const reason = errorMessage(cause, messages.submitFailed);
    const sentence = isChange ? messages.halfUpdated(reason) : messages.halfAdded(reason);
    const { status, body } = cause instanceof CallError ? cause : { status: 0, body: {} };
    return new CallError(status === 422 ? 422 : 400, { ...body, error: sentence });
  }

  const values = useWatch({ control: form.control }) as UserValues;
  const place = (name: 'department' | 'position') => ({
    suggestions: places[name],
    hint: (
      <PlaceHint
        names={places[name]}
        onUse={(text) => form.setValue(name, text, { shouldDirty: true, shouldValidate: true })}
        text={values[name]}
      />
    ),
  });
  const isOwn = base !== null && base.user_id === me.data?.user_id;
  const isOptional = base !== null && base.employee_id === null;
  const hours = (name: 'pto_hours' | 'work_hours') => {
    const whole = wholeOf(values[name]);
    const isTyped = form.getFieldState(name).isDirty;
    const isRounded = isTyped && typedNumber(values[name], 'hours') !== typedNumber(whole, 'hours');
    const hint = isRounded ? messages.hoursWillRound(whole) : messages.hoursHint;
    return { hint: <span role="status">{hint}</span> };
  };
  return (
    <>
      <FormShell
        differences={(current, mine) => differencesOf(userFields, current, mine, () => undefined)}
        state={state}
        submitLabel={base ? 'Update User & Employee' : 'Add User & Employee'}
      >
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
          <Group title="User Information">
            <FormFields
              fields={accountForm}
              form={form}
              overrides={{ user_role: { hint: isOwn && messages.ownRoleHint } }}
            />
            <PasswordField isOwn={isOwn} state={state} />
          </Group>
          <Group
            hint={isOptional && 'Leave it blank to keep the account without an employee record.'}
            title="Employee Information"
          >
            <FormFields
              fields={hasNoEmployee(values, base) ? employeeFields : employeeForm}
              form={form}
              overrides={{
                department: place('department'),
                position: place('position'),
                pto_hours: hours('pto_hours'),
                work_hours: hours('work_hours'),
              }}
            />
          </Group>
        </div>
      </FormShell>
      {dialog}
    </>
  );
}

function demotion(username: string) {
  return {
    title: messages.confirmDemote(username),
    description: messages.demoteMeans,
    confirmLabel: 'Remove admin role',
    danger: true,
  };
}

interface PasswordFieldProps {
  state: RecordFormState<User, UserValues, UserBody>;
  isOwn: boolean;
}

/** A component of its own, so that it is registered, and focused, after the fields before it. */
function PasswordField({ state: { base, form }, isOwn }: PasswordFieldProps) {
  const values = useWatch({ control: form.control }) as UserValues;
  const { password, username, user_email, first_name, last_name } = values;
  const owner = { username, user_email, first_name, last_name };
  const isUntouched = base !== null && password === '';
  return (
    <>
      {!values.send_link && (
        <Field
          error={form.formState.errors.password?.message}
          hint={
            isUntouched ? (
              <BlankHint isOwn={isOwn} />
            ) : (
              <PasswordHint {...owner} password={password}>
                At least 8 characters.
              </PasswordHint>
            )
          }
          label="Password"
          name="password"
          required={base === null}
        >
          <Input {...form.register('password')} autoComplete="new-password" type="password" />
        </Field>
      )}
      {isOwn && password !== '' && (
        <Field
          error={form.formState.errors.current_password?.message}
          hint="To show that it's you. The new password signs you out everywhere."
          label="Your current password"
          name="current_password"
          required
        >
          <Input
            {...form.register('current_password')}
            autoComplete="current-password"
            type="password"
          />
        </Field>
      )}
      {base === null && (
        <Checkbox
          {...form.register('send_link', { onChange: () => form.resetField('password') })}
          hint="They get an email with a link and choose their own password."
          label="Send a link instead of a password"
        />
      )}
    </>
  );
}

function BlankHint({ isOwn }: { isOwn: boolean }) {
  if (!isOwn) return 'Leave blank to keep the password. A new one ends all of their sessions.';
  return (
    <>
      Leave blank to keep yours. To change it and stay signed in, go to{' '}
      <Link className="text-link" to="/password">
        Your password
      </Link>
      .
    </>
  );
}

interface GroupProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

function Group({ title, hint, children }: GroupProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-4 font-display text-base font-bold">{title}</legend>
      {hint && <p className="-mt-2 text-sm text-steel">{hint}</p>}
      {children}
    </fieldset>
  );
}
