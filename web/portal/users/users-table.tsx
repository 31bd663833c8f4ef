import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { personName } from '#contract/text/employee-name.ts';
import { type User, userFields } from '#contract/users.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { useGrowingList } from '../shared/records/use-growing-list.ts';
import { type ColumnKey, cellText, columns, type Sort, signInText } from './user-search.ts';

export interface UserActionsProps {
  onEdit: (user: User) => void;
  onLink: (user: User) => void;
  onDelete: (user: User) => void;
}

interface UsersTableProps {
  users: readonly User[];
  /** The user who was just added. */
  added: number | null;
  actions: UserActionsProps;
  /** When it changes, the table starts over at its first rows. */
  resetKey: string;
  sort: Sort;
  onSort: (key: ColumnKey) => void;
}

/** The table of U2; it grows as its end comes into view. */
export function UsersTable(table: UsersTableProps) {
  const { users, added, actions, resetKey, sort, onSort } = table;
  const { count, showMore, end } = useGrowingList(resetKey);
  return (
    <Table
      aria-rowcount={users.length + 1}
      caption="Users & Employees Table"
      className="min-w-281 table-fixed text-[0.8125rem]! print:min-w-0 print:table-auto print:text-[0.6rem]! print:whitespace-normal"
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((key) => (
            <Th
              className={`px-1.5! whitespace-normal! ${isNumeric(key) ? 'text-right' : ''} ${widths[key]} print:w-auto ${pinned[key] ? `${pinned[key]} z-20!` : ''}`}
              key={key}
              onSort={() => onSort(key)}
              sort={sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
            >
              {userFields[key].label}
            </Th>
          ))}
          <Th className={`right-0 z-20! px-2! print:hidden ${actionsWidth} ${edge}`}>Actions</Th>
        </tr>
      </thead>
      <tbody>
        {users.slice(0, count).map((user, index) => (
          <UserRow actions={actions} added={added} index={index} key={user.user_id} user={user} />
        ))}
        {users.length > count && (
          <tr>
            <Td colSpan={columns.length + 1}>
              <div ref={end}>
                <Button onClick={showMore} size="sm" variant="quiet">
                  Show more
                </Button>
              </div>
            </Td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

const isNumeric = (key: ColumnKey) => ['id', 'hours'].includes(userFields[key].kind);

/** A shadow, because a border would scroll away from a sticky cell. */
const edge = 'shadow-[inset_2px_0_0_var(--color-line)]';

const actionsWidth = 'w-25';

/** All columns fit at 1440 px; the sum is the table's least width. */
const widths: Record<(typeof columns)[number], string> = {
  user_id: 'w-9.5',
  employee_id: 'w-9.5',
  username: 'w-19',
  user_email: 'w-34',
  phone_number: 'w-26.5',
  user_role: 'w-17',
  first_name: 'w-23',
  last_name: 'w-21',
  department: 'w-22.5',
  position: 'w-22',
  hire_date: 'w-21.5',
  pto_hours: 'w-14.5',
  work_hours: 'w-15.5',
};

/** On paper nothing scrolls. */
const unpinned = 'print:static';

/** Where the table is narrower, names stay in view on either side while the other columns scroll under them. */
const pinned: Partial<Record<ColumnKey, string>> = {
  first_name: `sticky left-0 right-46 ${edge} ${unpinned}`,
  last_name: `sticky left-23 right-25 ${unpinned}`,
};

/** Marks the element of the added user, which gets the focus. */
export function addedProps({ user_id }: User, added: number | null) {
  return user_id === added ? { 'data-added': '', tabIndex: -1 } : {};
}

interface UserRowProps extends Pick<UsersTableProps, 'added' | 'actions'> {
  user: User;
  index: number;
}

function UserRow({ user, index, added, actions }: UserRowProps) {
  const isAdded = user.user_id === added;
  const expired = useExpiredDrivers()({ employee_id: user.employee_id ?? 0 });
  const background = isAdded ? 'bg-success-wash' : 'bg-sheet';
  return (
    <tr
      {...addedProps(user, added)}
      aria-rowindex={index + 2}
      className={`h-11 leading-tight print:h-auto print:break-inside-avoid ${background}`}
    >
      {columns.map((key) => {
        const text = cellText(user, key);
        return (
          <Td
            className={`px-1.5! py-1! align-middle! wrap-anywhere ${text === 'N/A' ? 'text-steel' : ''} ${pinned[key] ? `z-10 ${pinned[key]} ${background}` : ''}`}
            key={key}
            numeric={isNumeric(key)}
          >
            {key === 'username' || key === 'user_email' ? breakable(text) : text}
            {key === 'first_name' && <ExpiredMark driver={expired} />}
            {key === 'first_name' && <MessageLink name={personName(user)} userId={user.user_id} />}
            {key === 'username' && user.link_sent_at !== null && (
              <Badge className="ml-2">{signInText(user)}</Badge>
            )}
            {isAdded && key === 'username' && (
              <Badge className="ml-2" tone="lane">
                New
              </Badge>
            )}
          </Td>
        );
      })}
      <Td
        className={`sticky right-0 z-10 px-0.5! py-1! align-middle! print:hidden ${background} ${edge}`}
      >
        <UserActions {...actions} isCompact user={user} />
      </Td>
    </tr>
  );
}

/** Lets a name or an address break after its dots. */
function breakable(text: string) {
  return text.split(/(?<=[.@])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

interface OneUserProps extends UserActionsProps {
  user: User;
  /** In a table row: icons instead of labels. */
  isCompact?: boolean;
}

export function UserActions({ user, isCompact = false, onEdit, onLink, onDelete }: OneUserProps) {
  const look = { className: isCompact ? 'w-8 px-0!' : '', size: 'sm', variant: 'quiet' } as const;
  const icon = { 'aria-hidden': true, className: 'size-5' } as const;
  return (
    <div className={`flex ${isCompact ? '' : 'flex-wrap gap-1'}`}>
      <Button
        {...look}
        aria-label={`Edit ${user.username}`}
        onClick={() => onEdit(user)}
        title={isCompact ? 'Edit' : undefined}
      >
        {isCompact ? <Pencil {...icon} /> : 'Edit'}
      </Button>
      <Button
        {...look}
        aria-label={`Password link for ${user.username}`}
        onClick={() => onLink(user)}
        title={isCompact ? 'Password link' : undefined}
      >
        {isCompact ? <KeyRound {...icon} /> : 'Password link'}
      </Button>
      <Button
        {...look}
        aria-label={`Delete ${user.username}`}
        className={`text-danger! ${look.className}`}
        onClick={() => onDelete(user)}
        title={isCompact ? 'Delete' : undefined}
      >
        {isCompact ? <Trash2 {...icon} /> : 'Delete'}
      </Button>
    </div>
  );
}
