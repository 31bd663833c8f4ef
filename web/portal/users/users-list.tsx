import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { filtered } from '#contract/filters/list-filter.ts';
import { usersFilter } from '#contract/filters/users.ts';
import { users as messages } from '#contract/messages/users.ts';
import { signInFields } from '#contract/sign-in-states.ts';
import { personName } from '#contract/text/employee-name.ts';
import { closeUser, type User, userFields } from '#contract/users.ts';
import { call } from '#web/lib/api/api.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { SendSignInLinks } from '../shared/people/send-sign-in-links.tsx';
import { usersQuery, useUsers } from '../shared/people/users.data.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { useWide } from '../shared/use-is-wide.ts';
import {
  type ColumnKey,
  cellText,
  columns,
  type Filter,
  filterChoices,
  noFilter,
  signInText,
  sortOf,
  sortUsers,
  withoutLink,
} from './user-search.ts';
import { addedProps, UserActions, type UserActionsProps, UsersTable } from './users-table.tsx';

interface UsersListProps {
  /** The user who was just added: shown first until the filter changes. */
  added: number | null;
  onEdit: (user: User) => void;
  onLink: (user: User) => void;
}

/** Every open account, with search and order. */
export function UsersList({ added, onEdit, onLink }: UsersListProps) {
  const [filter, setFilter] = useUrlFilter(noFilter, filterChoices);
  const close = useConfirmDelete<User>({
    text: messages,
    idOf: ({ user_id }) => user_id,
    describe: (user) => {
      const name = personName(user);
      const both = name === user.username ? name : `${name} (${user.username})`;
      return `${both}. The account is closed at once and can no longer log in; what it wrote stays.`;
    },
    remove: (id) => call(closeUser, { params: { id } }),
    queryKey: usersQuery.queryKey,
  });
  return (
    <RecordList lines={10} messages={messages} query={useUsers()}>
      {(list) => (
        <FoundUsers
          actions={{ onEdit, onLink, onDelete: (user) => void close.ask(user) }}
          added={added}
          filter={filter}
          list={list}
          onFilter={setFilter}
        />
      )}
    </RecordList>
  );
}

interface FoundUsersProps {
  list: readonly User[];
  added: number | null;
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  actions: UserActionsProps;
}

function FoundUsers({ list, added, filter, onFilter, actions }: FoundUsersProps) {
  const isWide = useWide();
  // Typing has priority over rendering the table.
  const wanted = useDeferredValue(filter);
  const resetKey = JSON.stringify(wanted);
  const { sort: _, ...asked } = wanted;
  const matching = useMemo(
    () => sortUsers(filtered(usersFilter, list, wanted), sortOf(wanted)),
    [list, wanted],
  );
  const found = useAddedFirst(matching, list, added, resetKey);
  const sortBy = (key: ColumnKey) => onFilter({ sort: filter.sort === key ? `-${key}` : key });
  const shared = { actions, added, resetKey, users: found };
  const showAll = () => onFilter({ q: '', role: '', sign_in: '' });
  return (
    <div className="print-wide grid gap-5 print:gap-2">
      <h2 className="display text-lg">Users &amp; Employees Table</h2>
      <UsersFilter filter={filter} onFilter={onFilter} onSort={isWide ? null : sortBy} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-steel" role="status">
          {found.length === list.length
            ? `${list.length} users`
            : `${found.length} of ${list.length} users`}
        </p>
        <div className="flex flex-wrap gap-3">
          <SendSignInLinks userIds={withoutLink(found, wanted)} />
          <ExportMenu filter={asked} list="users" />
        </div>
      </div>
      {isWide && found.length > 0 ? (
        <UsersTable {...shared} onSort={sortBy} sort={sortOf(filter)} />
      ) : (
        <UserCards {...shared} onShowAll={showAll} />
      )}
    </div>
  );
}

interface UsersFilterProps {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  /** For screens without the table's sortable headers. */
  onSort: ((key: ColumnKey) => void) | null;
}

function UsersFilter({ filter, onFilter, onSort }: UsersFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)] print:hidden">
      <SearchBox
        label="Search name, email, phone, department or position"
        onChange={(q) => onFilter({ q })}
        value={filter.q}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field label="Role filter" name="role">
          <Select
            onChange={(event) => onFilter({ role: event.target.value as Filter['role'] })}
            options={userFields.user_role.options}
            placeholder="All"
            value={filter.role}
          />
        </Field>
        <Field label="Sign-in filter" name="sign_in">
          <Select
            onChange={(event) => onFilter({ sign_in: event.target.value as Filter['sign_in'] })}
            options={signInFields.sign_in.options}
            placeholder="All"
            value={filter.sign_in}
          />
        </Field>
        {onSort && (
          <Field label="Sort by" name="sort">
            <Select
              onChange={(event) => onSort(event.target.value as ColumnKey)}
              options={columns.map((key) => ({ value: key, label: userFields[key].label }))}
              value={sortOf(filter).key}
            />
          </Field>
        )}
      </div>
    </search>
  );
}

interface UserCardsProps {
  users: readonly User[];
  added: number | null;
  actions: UserActionsProps;
  resetKey: string;
  onShowAll: () => void;
}

/** The table's content on narrow screens, and its empty state. */
function UserCards({ users, added, actions, resetKey, onShowAll }: UserCardsProps) {
  return (
    <FilteredList
      className="grid gap-4"
      label="Users & Employees Table"
      keyOf={({ user_id }) => user_id}
      noMatch={messages.noMatch}
      onShowAll={onShowAll}
      resetKey={resetKey}
      rows={users}
    >
      {(user) => (
        <li {...addedProps(user, added)}>
          <UserCard actions={actions} isAdded={user.user_id === added} user={user} />
        </li>
      )}
    </FilteredList>
  );
}

interface UserCardProps {
  user: User;
  isAdded: boolean;
  actions: UserActionsProps;
}

export function UserCard({ user, isAdded, actions }: UserCardProps) {
  const role = cellText(user, 'user_role');
  const expired = useExpiredDrivers()({ employee_id: user.employee_id ?? 0 });
  return (
    <Card
      aside={
        isAdded ? (
          <Badge tone="lane">New</Badge>
        ) : (
          <Badge tone={user.user_role === 'admin' ? 'info' : 'neutral'}>{role}</Badge>
        )
      }
      footer={<UserActions {...actions} user={user} />}
      title={
        <>
          {personName(user)}
          <ExpiredMark driver={expired} />
          <MessageLink name={personName(user)} userId={user.user_id} />
        </>
      }
    >
      <DescriptionList rows={rowsOf(user, (key) => onCard.includes(key))} />
      <details className="border-t border-line text-sm">
        <summary className="min-h-11 cursor-pointer py-3 text-steel underline underline-offset-4">
          All details
        </summary>
        <DescriptionList
          rows={[
            ...rowsOf(user, (key) => !onCard.includes(key)),
            [signInFields.sign_in.label, signInText(user)],
          ]}
        />
      </details>
    </Card>
  );
}

/** What a card shows before it is opened. */
const onCard: readonly ColumnKey[] = ['user_email', 'phone_number', 'department', 'position'];

function rowsOf(user: User, isShown: (key: ColumnKey) => boolean) {
  return columns
    .filter(isShown)
    .map((key) => [userFields[key].label, cellText(user, key)] as const);
}

/** The rows with the added user first until the filter or the order (`key`) changes. */
function useAddedFirst(
  rows: readonly User[],
  all: readonly User[],
  added: number | null,
  key: string,
): readonly User[] {
  const [pinned, setPinned] = useState({ added, key });
  if (pinned.added !== added) setPinned({ added, key });
  const user = all.find(({ user_id }) => user_id === added);
  const isKnown = user !== undefined;

  useEffect(() => {
    if (added === null || !isKnown) return;
    const row = document.querySelector<HTMLElement>('[data-added]');
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [added, isKnown]);

  return user && pinned.key === key ? [user, ...rows.filter((row) => row !== user)] : rows;
}
