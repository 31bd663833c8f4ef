import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { users as text } from '#contract/messages/people.ts';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { useWide } from './use-wide.ts';
import type { UserActionsProps } from './user-actions.tsx';
import type { ColumnKey } from './user-columns.ts';
import { type Filter, filtered, type Sort, sorted } from './user-search.ts';
import { useUsers } from './users.data.ts';
import { UsersCards } from './users-cards.tsx';
import { UsersExport } from './users-export.tsx';
import { UsersFilter } from './users-filter.tsx';
import { UsersTable } from './users-table.tsx';

const everything: Filter = { search: '', role: '' };
const none: readonly User[] = [];

interface UsersListProps extends UserActionsProps {
  editing: number | null;
}

/** Everybody with an account, searched and sorted, in each of the four states of a list. */
export function UsersList({ editing, ...actions }: UsersListProps) {
  const users = useUsers();
  const wide = useWide();
  const [address] = useSearchParams();
  const [filter, setFilter] = useState<Filter>({ ...everything, search: address.get('q') ?? '' });
  const [sort, setSort] = useState<Sort>({ key: 'user_id', descending: false });
  const list = users.data ?? none;
  // Typing goes first, the table follows.
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => sorted(filtered(list, wanted), sort), [list, wanted, sort]);

  const sortBy = (key: ColumnKey) =>
    setSort((old) => ({ key, descending: old.key === key && !old.descending }));

  if (users.isPending) return <Skeleton label={general.loading} labelVisible lines={10} />;
  const failed = users.isError && (
    <FailedList
      busy={users.isFetching}
      error={users.error}
      fallback={text.fetchFailed}
      onRetry={() => void users.refetch()}
    />
  );
  if (failed && users.data === undefined) return failed;
  if (list.length === 0) return <EmptyState title={text.none} />;
  return (
    <div className="grid gap-5">
      <h2 className="display text-lg">Users &amp; Employees Table</h2>
      {failed}
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
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={text.noMatch}
        />
      )}
      {found.length > 0 &&
        (wide ? (
          <UsersTable {...actions} editing={editing} onSort={sortBy} sort={sort} users={found} />
        ) : (
          <UsersCards
            {...actions}
            editing={editing}
            listKey={JSON.stringify([wanted, sort])}
            users={found}
          />
        ))}
    </div>
  );
}
