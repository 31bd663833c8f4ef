import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { useCurrentUser } from '../frame/current-user.data.ts';
import { useSave } from './use-save.ts';
import { differencesOf, withCurrent } from './user-conflict.ts';
import { UserFields } from './user-fields.tsx';
import { newUserForm, type UserValues, userForm, valuesOf } from './user-values.ts';

interface UserFormProps {
  /** The user to change; null to add one. */
  user: User | null;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds or changes a user and the employee; nothing typed is lost when half of it fails. */
export function UserForm({ user, onDirty, onSaved, onCancel }: UserFormProps) {
  const me = useCurrentUser(true);
  const opened = valuesOf(user);
  const form = useForm<UserValues>({
    // Whether a password must be given depends on what there is by now.
    resolver: (values, context, options) =>
      zodResolver(save.target ? userForm : newUserForm)(values, context, options),
    defaultValues: opened,
  });
  const save = useSave(form, user, onSaved);
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
        <UserFields
          form={form}
          passwordHint={adding ? null : <PasswordHint own={own} />}
          start={opened}
        />
        {failure && <Notice tone="error">{failure}</Notice>}
        {conflict && (
          <ConflictNotice
            differences={differencesOf(conflict.current, form.getValues())}
            message={conflict.message}
            onMine={() => void save.overwrite()}
            onTheirs={() => {
              form.reset(withCurrent(form.getValues(), conflict.current));
              save.takeTheirs();
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
