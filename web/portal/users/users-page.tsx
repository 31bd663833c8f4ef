import { useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { users as messages } from '#contract/messages/users.ts';
import type { User } from '#contract/users.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { usersQuery } from '../shared/people/users.data.ts';
import { ImportLink } from '../shared/records/import-link.tsx';
import { RecordDialog, useOpenRecord } from '../shared/records/record-dialog.tsx';
import { DepartmentDialog } from './department-dialog.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { UsersList } from './users-list.tsx';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(usersQuery)]);

export default function UsersPage() {
  const { role } = useSession();
  // The route admits only admins; U2 requires the message as well.
  return role === 'admin' ? <ManageUsers /> : <Alert tone="error">{general.adminsOnly}</Alert>;
}

function ManageUsers() {
  const { open, show, close } = useOpenRecord<User>('user', true);
  const [added, setAdded] = useState<number | null>(null);
  const [linkFor, setLinkFor] = useState<User | null>(null);
  const department = useOpenRecord<never>('department', true);
  const user = open === 'new' ? null : open;
  return (
    <>
      <PageHeader
        action={
          <>
            <ImportLink kind="people" />
            <Button onClick={() => department.show('new')} variant="secondary">
              Change department
            </Button>
            <Button onClick={() => show('new')}>Add New User &amp; Employee</Button>
          </>
        }
        title="Manage Users"
      />
      <UsersList added={added} onEdit={show} onLink={setLinkFor} />
      {open && (
        <RecordDialog
          discardQuestion={messages.confirmDiscard}
          draft="user"
          onClose={close}
          size="xl"
          title={user ? `Update ${user.username}` : 'Add a user and employee'}
        >
          {(onDirty) => (
            <UserForm
              onDirty={onDirty}
              onSaved={(id) => {
                close();
                setAdded(id);
              }}
              user={user}
            />
          )}
        </RecordDialog>
      )}
      {department.open && <DepartmentDialog onClose={department.close} />}
      {linkFor && <ResetLinkDialog onClose={() => setLinkFor(null)} user={linkFor} />}
    </>
  );
}
