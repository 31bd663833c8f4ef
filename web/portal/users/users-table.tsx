import { memo, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { addedProps } from './use-added-first.ts';
import { useRowWindow } from './use-row-window.ts';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { type ColumnKey, columns, shown } from './user-columns.ts';
import type { Sort } from './user-search.ts';

interface UsersTableProps extends UserActionsProps {
  users: readonly User[];
  /** The user who was added last. */
  added: number | null;
  /** The user in the form. */
  editing: number | null;
  sort: Sort;
  onSort: (key: ColumnKey) => void;
}

/** The table of U2; of a long one only the visible rows are drawn. */
export function UsersTable(table: UsersTableProps) {
  const { users, added, editing, sort, onSort, ...actions } = table;
  const element = useRef<HTMLTableElement>(null);
  const { first, end, height } = useRowWindow(element, users.length);
  return (
    <Table
      aria-rowcount={users.length + 1}
      caption="Users & Employees Table"
      className="whitespace-nowrap"
      ref={element}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ key, label, numeric }) => (
            <Th
              className={`${numeric ? 'text-right' : ''} ${pinned[key] ?? ''} ${pinned[key] ? 'z-20!' : ''}`}
              key={key}
              onSort={() => onSort(key)}
              sort={sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
            >
              {label}
            </Th>
          ))}
          <Th className={`right-0 z-20! ${actionsWidth} ${edge}`}>Actions</Th>
        </tr>
      </thead>
      <Gap height={first * height} />
      <tbody>
        {users.slice(first, end).map((user, index) => (
          <UserRow
            {...actions}
            editing={user.user_id === editing}
            index={first + index}
            isAdded={user.user_id === added}
            key={user.user_id}
            user={user}
          />
        ))}
      </tbody>
      <Gap height={(users.length - end) * height} />
    </Table>
  );
}

/** A border scrolls away from a cell that stays. */
const edge = 'shadow-[inset_2px_0_0_var(--color-line)]';

const actionsWidth = 'w-53 min-w-53 max-w-53';

/** Names stay in sight on either side while the other columns scroll under them. */
const pinned: Partial<Record<ColumnKey, string>> = {
  first_name: `sticky left-0 right-89 w-32 min-w-32 max-w-32 ${edge}`,
  last_name: 'sticky left-32 right-53 w-36 min-w-36 max-w-36',
};

/** The room of the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className="p-0" colSpan={columns.length + 1} style={{ height }} />
      </tr>
    </tbody>
  );
}

interface UserRowProps extends UserActionsProps {
  user: User;
  index: number;
  isAdded: boolean;
  editing: boolean;
}

const UserRow = memo(function UserRow(row: UserRowProps) {
  const { user, index, isAdded, editing, ...actions } = row;
  const background = editing ? 'bg-well' : isAdded ? 'bg-success-wash' : 'bg-sheet';
  return (
    <tr
      {...(isAdded ? addedProps : {})}
      aria-rowindex={index + 2}
      className={`h-13 ${background}`}
      data-row
    >
      {columns.map(({ key, numeric }) => {
        const text = shown(user, key);
        return (
          <Td
            className={`truncate align-middle! ${text === 'N/A' ? 'text-steel' : ''} ${pinned[key] ? `z-10 ${pinned[key]} ${background}` : 'max-w-80'}`}
            key={key}
            numeric={numeric}
            title={text.length > (pinned[key] ? 12 : 36) ? text : undefined}
          >
            {text}
            {isAdded && key === 'username' && (
              <Badge className="ml-2" tone="lane">
                New
              </Badge>
            )}
          </Td>
        );
      })}
      <Td
        className={`sticky right-0 z-10 py-1! align-middle! ${actionsWidth} ${background} ${edge}`}
      >
        <UserActions {...actions} compact user={user} />
      </Td>
    </tr>
  );
});
