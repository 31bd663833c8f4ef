import { memo, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { useRowWindow } from './use-row-window.ts';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { type ColumnKey, columns, shown } from './user-columns.ts';
import type { Sort } from './user-search.ts';

interface UsersTableProps extends UserActionsProps {
  users: readonly User[];
  /** The user in the form. */
  editing: number | null;
  sort: Sort;
  onSort: (key: ColumnKey) => void;
}

/** SPEC.md's table; of a long one only the rows in sight are drawn. */
export function UsersTable({ users, editing, sort, onSort, ...actions }: UsersTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const { first, end, height } = useRowWindow(table, users.length);
  return (
    <Table
      aria-rowcount={users.length + 1}
      caption="Users & Employees Table"
      className="whitespace-nowrap"
      ref={table}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ key, label, numeric }) => (
            <Th
              className={numeric ? 'text-right' : ''}
              key={key}
              onSort={() => onSort(key)}
              sort={sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
            >
              {label}
            </Th>
          ))}
          <Th className={`right-0 z-20 ${edge}`}>Actions</Th>
        </tr>
      </thead>
      <Gap height={first * height} />
      <tbody>
        {users.slice(first, end).map((user, index) => (
          <UserRow
            {...actions}
            editing={user.user_id === editing}
            index={first + index}
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
  editing: boolean;
}

const UserRow = memo(function UserRow({ user, index, editing, ...actions }: UserRowProps) {
  const ground = editing ? 'bg-well' : 'bg-sheet';
  return (
    <tr aria-rowindex={index + 2} className={`h-13 ${ground}`} data-row>
      {columns.map(({ key, numeric }) => {
        const text = shown(user, key);
        return (
          <Td
            className={`max-w-80 truncate align-middle! ${text === 'N/A' ? 'text-steel' : ''}`}
            key={key}
            numeric={numeric}
            title={text.length > 36 ? text : undefined}
          >
            {text}
          </Td>
        );
      })}
      <Td className={`sticky right-0 py-1! align-middle! ${ground} ${edge}`}>
        <UserActions {...actions} compact user={user} />
      </Td>
    </tr>
  );
});
