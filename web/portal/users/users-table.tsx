import { KeyRound } from 'lucide-react';
import { type User, userFields } from '#contract/users.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/message-link.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';
import {
  type ColumnKey,
  cellText,
  columns,
  fullName,
  type Sort,
  signInText,
} from './user-search.ts';

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
      className="whitespace-nowrap print:text-[0.6rem] print:whitespace-normal"
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((key) => (
            <Th
              className={`${isNumeric(key) ? 'text-right' : 'print:whitespace-normal'} ${pinned[key] ?? ''} ${pinned[key] ? 'z-20!' : ''}`}
              key={key}
              onSort={() => onSort(key)}
              sort={sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
            >
              {userFields[key].label}
            </Th>
          ))}
          <Th className={`right-0 z-20! print:hidden ${actionsWidth} ${edge}`}>Actions</Th>
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

const actionsWidth = 'w-53 min-w-53 max-w-53';

/** On paper nothing scrolls. */
const unpinned = 'print:static print:w-auto print:max-w-none print:min-w-0';

/** Names stay in view on either side while the other columns scroll under them. */
const pinned: Partial<Record<ColumnKey, string>> = {
  first_name: `sticky left-0 right-89 w-32 min-w-32 max-w-32 ${edge} ${unpinned}`,
  last_name: `sticky left-32 right-53 w-36 min-w-36 max-w-36 ${unpinned}`,
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
      className={`h-13 print:h-auto print:break-inside-avoid ${background}`}
    >
      {columns.map((key) => {
        const text = cellText(user, key);
        return (
          <Td
            className={`truncate align-middle! print:overflow-visible print:wrap-break-word print:whitespace-normal ${text === 'N/A' ? 'text-steel' : ''} ${pinned[key] ? `z-10 ${pinned[key]} ${background}` : 'max-w-80'}`}
            key={key}
            numeric={isNumeric(key)}
            title={text.length > (pinned[key] ? 12 : 36) ? text : undefined}
          >
            {text}
            {key === 'first_name' && <ExpiredMark driver={expired} />}
            {key === 'first_name' && (
              <MessageLink name={fullName(user) || user.username} userId={user.user_id} />
            )}
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
        className={`sticky right-0 z-10 px-2! py-1! align-middle! print:hidden ${actionsWidth} ${background} ${edge}`}
      >
        <UserActions {...actions} isCompact user={user} />
      </Td>
    </tr>
  );
}

interface OneUserProps extends UserActionsProps {
  user: User;
  /** In a table row: an icon instead of a label. */
  isCompact?: boolean;
}

export function UserActions({ user, isCompact = false, onEdit, onLink, onDelete }: OneUserProps) {
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        aria-label={`Edit ${user.username}`}
        onClick={() => onEdit(user)}
        size="sm"
        variant="quiet"
      >
        Edit
      </Button>
      <Button
        aria-label={`Password link for ${user.username}`}
        onClick={() => onLink(user)}
        size="sm"
        title={isCompact ? 'Password link' : undefined}
        variant="quiet"
      >
        {isCompact ? <KeyRound aria-hidden="true" className="size-5" /> : 'Password link'}
      </Button>
      <Button
        aria-label={`Delete ${user.username}`}
        className="text-danger!"
        onClick={() => onDelete(user)}
        size="sm"
        variant="quiet"
      >
        Delete
      </Button>
    </div>
  );
}
