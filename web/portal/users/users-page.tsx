import { useCallback, useRef, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { users as text } from '#contract/messages/people.ts';
import type { User } from '#contract/users.ts';
import { useSession } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { focusContent } from '../frame/say.tsx';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import type { Route } from './+types/users-page.ts';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { fullName } from './user-columns.ts';
import { UserForm } from './user-form.tsx';
import { useCloseUser } from './users.data.ts';
import { UsersList } from './users-list.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Manage Users');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** The accounts and their employees: add, change, close. */
export default function UsersPage() {
  const { role } = useSession();
  // The guard lets only admins in; SPEC.md wants the sentence all the same.
  if (role !== 'admin') return <Notice tone="error">{general.adminsOnly}</Notice>;
  return <ManageUsers />;
}

interface Opening {
  user: User | null;
  number: number;
}

function ManageUsers() {
  const confirm = useConfirm();
  // Null: SPEC.md's mode 'none'. Each opening of the form is a new one.
  const [form, setForm] = useState<Opening | null>(null);
  const [linkFor, setLinkFor] = useState<User | null>(null);
  const dirty = useRef(false);
  const openings = useRef(0);

  const show = (user: User | null) => {
    dirty.current = false;
    openings.current += 1;
    setForm({ user, number: openings.current });
  };
  const hide = () => {
    dirty.current = false;
    setForm(null);
    focusContent();
  };

  async function unlessDirty(deed: () => void) {
    const question = {
      title: 'Discard what you typed in the form?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) deed();
  }

  const close = useAskAndDelete<User>({
    text,
    idOf: ({ user_id }) => user_id,
    describe: (user) => {
      const name = fullName(user);
      return `${name ? `${name} (${user.username})` : user.username}. The account is closed at once and can no longer log in; what it wrote stays.`;
    },
    remove: useCloseUser(),
    onDeleted: (user) => {
      if (user.user_id === form?.user?.user_id) hide();
    },
  });
  // The rows are drawn once for all that happens around them.
  const deeds = useRef({ edit: (_: User) => {}, close: (_: User) => {} });
  deeds.current = {
    edit: (user) => void unlessDirty(() => show(user)),
    close: (user) => void close.ask(user),
  };
  const onEdit = useCallback((user: User) => deeds.current.edit(user), []);
  const onDelete = useCallback((user: User) => deeds.current.close(user), []);
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is;
  }, []);

  return (
    <>
      <PageHeader
        action={
          <Button onClick={() => void unlessDirty(() => show(null))}>
            Add New User &amp; Employee
          </Button>
        }
        title="Manage Users"
      />
      {form && (
        <UserForm
          key={form.number}
          onCancel={() => void unlessDirty(hide)}
          onDirty={onDirty}
          onSaved={hide}
          user={form.user}
        />
      )}
      <UsersList
        editing={form?.user?.user_id ?? null}
        onDelete={onDelete}
        onEdit={onEdit}
        onLink={setLinkFor}
      />
      {linkFor && (
        <ResetLinkDialog key={linkFor.user_id} onClose={() => setLinkFor(null)} user={linkFor} />
      )}
    </>
  );
}
