import { useCallback, useRef, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { users as messages } from '#contract/messages/users.ts';
import type { User } from '#contract/users.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/form-draft.ts';
import { useSession } from '#web/lib/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { focusContent } from '../shared/toast.tsx';
import { useConfirmDelete } from '../shared/use-confirm-delete.ts';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { fullName } from './user-columns.ts';
import { UserForm } from './user-form.tsx';
import type { UserValues } from './user-values.ts';
import { useCloseUser } from './users.data.ts';
import { UsersList } from './users-list.tsx';

/** The accounts and their employees: add, change, close. */
export default function UsersPage() {
  const { role } = useSession();
  // The guard lets only admins in; U2 asks for the text as well.
  if (role !== 'admin') return <Alert tone="error">{general.adminsOnly}</Alert>;
  return <ManageUsers />;
}

interface OpenForm {
  user: User | null;
  kept: Partial<UserValues> | null;
  number: number;
}

function ManageUsers() {
  const confirm = useConfirm();
  // Null: no form (U1). Each opening of the form is a new one.
  const [form, setForm] = useState<OpenForm | null>(() => {
    const kept = readFormDraft<User, UserValues>('user');
    return kept && { user: kept.target, kept: kept.values, number: 0 };
  });
  const [added, setAdded] = useState<number | null>(null);
  const [linkFor, setLinkFor] = useState<User | null>(null);
  const dirty = useRef(false);
  const openings = useRef(0);

  const show = (user: User | null) => {
    dirty.current = false;
    openings.current += 1;
    deleteFormDraft('user');
    setForm({ user, kept: null, number: openings.current });
  };
  const hide = () => {
    dirty.current = false;
    deleteFormDraft('user');
    setForm(null);
    focusContent();
  };

  async function unlessDirty(action: () => void) {
    const question = {
      title: 'Discard what you typed in the form?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) action();
  }

  const close = useConfirmDelete<User>({
    text: messages,
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
  const actions = useRef({ edit: (_: User) => {}, close: (_: User) => {} });
  actions.current = {
    edit: (user) => void unlessDirty(() => show(user)),
    close: (user) => void close.ask(user),
  };
  const onEdit = useCallback((user: User) => actions.current.edit(user), []);
  const onDelete = useCallback((user: User) => actions.current.close(user), []);
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
          kept={form.kept}
          key={form.number}
          onCancel={() => void unlessDirty(hide)}
          onDirty={onDirty}
          onSaved={(id) => {
            hide();
            setAdded(id);
          }}
          user={form.user}
        />
      )}
      <UsersList
        added={added}
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
