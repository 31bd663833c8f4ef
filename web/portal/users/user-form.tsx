import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { User } from '#contract/users.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConflictNotice } from '../shared/conflict-notice.tsx';
import { DraftNotice } from '../shared/record-form.tsx';
import { useHookFormDraft, useRestoredValues } from '../shared/use-form-draft.ts';
import { useCurrentUser } from '../shared/users.data.ts';
import { useSave } from './use-save.ts';
import { differencesOf, withCurrent } from './user-conflict.ts';
import { UserFields } from './user-fields.tsx';
import {
  accountForm,
  hasNoEmployee,
  newUserForm,
  type UserValues,
  userForm,
  valuesOf,
} from './user-values.ts';

interface UserFormProps {
  /** The user to change; null to add one. */
  user: User | null;
  /** What was typed before and not saved. */
  kept: Partial<UserValues> | null;
  onDirty: (dirty: boolean) => void;
  /** `added`: the id of a new user, else null. */
  onSaved: (added: number | null) => void;
  onCancel: () => void;
}

/** Adds or changes a user and the employee; nothing typed is lost when half of it fails. */
export function UserForm({ user, kept, onDirty, onSaved, onCancel }: UserFormProps) {
  const me = useCurrentUser(true);
  const opened = valuesOf(user);
  const [sendsLink, setSendsLink] = useState(false);
  const form = useForm<UserValues>({
    // What must be filled in depends on what there is by now.
    resolver: (values, context, options) =>
      zodResolver(schemaFor(values))(values, context, options),
    defaultValues: opened,
  });
  const save = useSave(form, user, (id) => onSaved(user === null ? id : null));
  const mayLackEmployee = save.target !== null && save.target.employee_id === null;
  function schemaFor(values: UserValues) {
    if (mayLackEmployee && hasNoEmployee(values)) return accountForm;
    return save.target || sendsLink ? userForm : newUserForm;
  }
  useRestoredValues(form, opened, kept);
  useHookFormDraft('user', form, save.record);
  const { isDirty } = form.formState;
  const { conflict, failure, target } = save;
  const adding = target === null;

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    document.getElementById('user-form')?.scrollIntoView({ block: 'start' });
    form.setFocus('username');
  }, [form]);

  const own = target !== null && target.user_id === me.data?.user_id;
  return (
    <section
      aria-labelledby="user-form"
      className="mb-10 border-x border-b border-line border-t-4 border-t-ink bg-sheet px-5 py-6 sm:px-7"
    >
      <h2 className="display mb-6 scroll-mt-20 text-lg" id="user-form">
        {adding ? 'Add a user and employee' : `Update ${form.getValues('username')}`}
      </h2>
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save.submit();
        }}
      >
        {kept && <DraftNotice />}
        <UserFields
          form={form}
          link={
            adding
              ? {
                  isOn: sendsLink,
                  onChange: (isOn) => {
                    setSendsLink(isOn);
                    form.resetField('password');
                  },
                }
              : null
          }
          mayLackEmployee={mayLackEmployee}
          isOwn={own}
          passwordHint={adding ? null : <PasswordHint own={own} />}
          start={opened}
        />
        {failure && <Alert tone="error">{failure}</Alert>}
        {conflict && (
          <ConflictNotice
            differences={differencesOf(conflict.current, form.getValues())}
            message={conflict.message}
            onOverwrite={() => void save.overwrite()}
            onKeepSaved={() => {
              form.reset(withCurrent(form.getValues(), conflict.current));
              save.keepSaved();
            }}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={save.busy} type="submit">
            {adding ? 'Add User & Employee' : 'Update User & Employee'}
          </Button>
          <Button onClick={onCancel} variant="quiet">
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

function PasswordHint({ own }: { own: boolean }) {
  if (!own) return 'Leave it blank to keep the password. A new one ends all sessions of the user.';
  return (
    <>
      Leave it blank to keep yours. To change it and stay signed in, go to{' '}
      <Link className="text-link" to="/password">
        Your password
      </Link>
      .
    </>
  );
}
