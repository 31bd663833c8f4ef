import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { documents as messages } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { User } from '#contract/users.ts';
import { FieldError, RequiredMark } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../records/failed-list.tsx';
import { type LastTime, PeopleShortcuts, UserFilters } from './user-filters.tsx';
import { everyone, listed, toggledEmployees } from './user-names.ts';
import { useUsers } from './users.data.ts';

export interface PeoplePickerProps {
  label?: string;
  /** User ids. */
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  required?: boolean;
  error?: string | undefined;
  disabled?: boolean;
  lastTime?: LastTime | undefined;
}

/** A checklist of users by username (D1), with a search, filters and shortcuts. */
export function UserPicker(props: PeoplePickerProps) {
  const users = useUsers();
  if (users.data) return <Checklist {...props} people={users.data} />;
  if (users.isPending) return <Skeleton label={general.loading} lines={4} />;
  return <FailedList fallback={messages.fetchUsersFailed} query={users} />;
}

function Checklist({
  label = 'Assign to',
  chosen,
  onChange,
  required = false,
  error,
  disabled = false,
  lastTime,
  people,
}: PeoplePickerProps & { people: readonly User[] }) {
  const id = useId();
  const [filter, setFilter] = useState(everyone);
  const shown = useMemo(() => listed(people, filter), [people, filter]);
  const ids = useMemo(() => new Set(chosen), [chosen]);
  const latest = useRef({ chosen, onChange });
  latest.current = { chosen, onChange };
  const toggle = useCallback((userId: number, checked: boolean) => {
    const others = latest.current.chosen.filter((other) => other !== userId);
    latest.current.onChange(checked ? [...others, userId] : others);
  }, []);

  useEffect(() => {
    const open = new Set(people.map(({ user_id }) => user_id));
    const current = latest.current;
    const stillOpen = current.chosen.filter((userId) => open.has(userId));
    // A closed account has no checkbox to uncheck.
    if (stillOpen.length < current.chosen.length) current.onChange(stillOpen);
  }, [people]);

  if (people.length === 0) return <p className="text-steel">{messages.noUsers}</p>;
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0"
      disabled={disabled}
    >
      <legend className="mb-1 font-display text-sm leading-snug font-semibold">
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={`border-2 bg-sheet ${error ? 'border-danger' : 'border-edge'}`}>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line p-2">
          <Input
            aria-label={`Search people: ${label}`}
            autoComplete="off"
            className="min-w-44 flex-1"
            name="people_search"
            onChange={(event) => setFilter({ ...filter, search: event.target.value })}
            onKeyDown={(event) => {
              // Enter would submit the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
            placeholder={t('Search people', 'Buscar personas')}
            type="search"
            value={filter.search}
          />
          <UserFilters filter={filter} label={label} onChange={setFilter} people={people} />
          <AllEmployees chosen={ids} onChange={onChange} people={people} />
          <PeopleShortcuts
            chosen={chosen}
            isFiltered={filter !== everyone}
            lastTime={lastTime}
            onChange={onChange}
            people={people}
            shown={shown}
          />
          <span className="text-sm text-steel tabular-nums" role="status">
            {chosen.length} of {people.length} chosen
          </span>
        </div>
        <ul className="scroll-more after:-bottom-1 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] overflow-y-auto py-1">
          {shown.map((person) => (
            <Person
              checked={ids.has(person.user_id)}
              describedBy={error ? `${id}-error` : undefined}
              key={person.user_id}
              onToggle={toggle}
              person={person}
            />
          ))}
        </ul>
        {shown.length === 0 && (
          <p className="px-3 pb-3 text-steel">No people match. Change the search or the filters.</p>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

interface AllEmployeesProps {
  people: readonly User[];
  chosen: ReadonlySet<number>;
  onChange: (ids: number[]) => void;
}

function AllEmployees({ people, chosen, onChange }: AllEmployeesProps) {
  const box = useRef<HTMLInputElement>(null);
  const employees = people.filter(({ user_role }) => user_role === 'employee');
  const count = employees.filter(({ user_id }) => chosen.has(user_id)).length;
  const isPartly = count > 0 && count < employees.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  if (employees.length === 0) return null;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
      <input
        checked={count === employees.length}
        className="size-5 accent-rust"
        onChange={() => onChange(toggledEmployees(people, chosen))}
        ref={box}
        type="checkbox"
      />
      All employees
    </label>
  );
}

interface PersonProps {
  person: User;
  checked: boolean;
  describedBy: string | undefined;
  onToggle: (userId: number, checked: boolean) => void;
}

/** Memoized, because a checklist may have a thousand people. */
const Person = memo(function Person({ person, checked, describedBy, onToggle }: PersonProps) {
  const name = personName(person);
  return (
    <li>
      <label className="flex min-h-8 cursor-pointer items-center gap-3 px-3 py-1 hover:bg-well pointer-coarse:min-h-11">
        <input
          aria-describedby={describedBy}
          aria-invalid={describedBy !== undefined || undefined}
          checked={checked}
          className="size-5 shrink-0 accent-rust"
          name="user_ids"
          onChange={(event) => onToggle(person.user_id, event.target.checked)}
          type="checkbox"
          value={person.user_id}
        />
        <span className="min-w-0 leading-snug wrap-anywhere">
          {person.username}{' '}
          {(name !== person.username || person.user_role === 'admin') && (
            <span className="text-xs text-steel">
              {[
                name === person.username ? '' : name,
                person.user_role === 'admin' ? 'administrator' : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </span>
      </label>
    </li>
  );
});
