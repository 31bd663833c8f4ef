import { useDeferredValue, useMemo } from 'react';
import { general } from '#contract/messages/general.ts';
import { users as messages } from '#contract/messages/users.ts';
import type { User } from '#contract/users.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordList } from '../shared/record-list.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { useUsers } from '../shared/users.data.ts';
import { useAddedFirst } from './use-added-first.ts';
import type { UserActionsProps } from './user-actions.tsx';
import type { ColumnKey } from './user-columns.ts';
import { everything, filterChoices, filtered, sorted, sortOf } from './user-search.ts';
import { UsersCards } from './users-cards.tsx';
import { UsersExport } from './users-export.tsx';
import { UsersFilter } from './users-filter.tsx';
import { UsersTable } from './users-table.tsx';

const none: readonly User[] = [];

interface UsersListProps extends UserActionsProps {
  editing: number | null;
  /** The user who was added last: shown first, whatever the filter, until it changes. */
  added: number | null;
}

/** Everybody with an account, searched and sorted. */
export function UsersList({ editing, added, ...actions }: UsersListProps) {
  const users = useUsers();
  const wide = useWide();
  const [filter, setFilter] = useUrlFilter(everything, filterChoices);
  const list = users.data ?? none;
  // Typing goes first, the table follows.
  const wanted = useDeferredValue(filter);
  const sort = sortOf(filter);
  const matching = useMemo(() => sorted(filtered(list, wanted), sortOf(wanted)), [list, wanted]);
  const listKey = JSON.stringify(wanted);
  const found = useAddedFirst(matching, list, added, listKey);

  const sortBy = (key: ColumnKey) => setFilter({ sort: filter.sort === key ? `-${key}` : key });

  return (
    <RecordList lines={10} messages={{ ...messages, loading: general.loading }} query={users}>
      {() => (
        <div className="grid gap-5">
          <h2 className="display text-lg">Users &amp; Employees Table</h2>
          <UsersFilter
            filter={filter}
            onFilter={setFilter}
            onSort={wide ? undefined : sortBy}
            sort={sort}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-steel" role="status">
              {found.length === list.length
                ? `${list.length} users`
                : `${found.length} of ${list.length} users`}
            </p>
            <UsersExport users={found} />
          </div>
          {found.length === 0 && (
            <EmptyState
              action={
                <Button onClick={() => setFilter({ q: '', role: '' })} variant="secondary">
                  Show all
                </Button>
              }
              title={messages.noMatch}
            />
          )}
          {found.length > 0 &&
            (wide ? (
              <UsersTable
                {...actions}
                added={added}
                editing={editing}
                onSort={sortBy}
                sort={sort}
                users={found}
              />
            ) : (
              <UsersCards
                {...actions}
                added={added}
                editing={editing}
                listKey={listKey}
                users={found}
              />
            ))}
        </div>
      )}
    </RecordList>
  );
}
