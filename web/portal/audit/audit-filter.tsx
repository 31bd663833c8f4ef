import { type FormEvent, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useSearchKey } from '../frame/use-search-key.ts';
import { useUsers } from '../users/users.data.ts';
import type { AuditFilter as Filter } from './audit-filter-values.ts';
import { filterNames } from './audit-filter-values.ts';
import { kindChoices } from './audit-words.ts';

interface AuditFilterProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** By person, record, action and time; asked when it is sent, not with each key. */
export function AuditFilter({ filter, onFilter }: AuditFilterProps) {
  const users = useUsers();
  const action = useRef<HTMLInputElement>(null);
  useSearchKey(action);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onFilter(
      Object.fromEntries(
        filterNames.map((name) => [name, String(data.get(name) ?? '').trim()]),
      ) as Filter,
    );
  }

  return (
    <search>
      <form
        className="grid grid-cols-2 items-start gap-4 lg:grid-cols-4"
        // Filled from the address, also when somebody goes back in it.
        key={JSON.stringify([filter, users.data?.length])}
        onSubmit={send}
      >
        <Field label="Action" name="action">
          <Input
            aria-keyshortcuts="/"
            autoCapitalize="none"
            autoComplete="off"
            defaultValue={filter.action}
            maxLength={100}
            placeholder="user.update"
            ref={action}
            type="search"
          />
        </Field>
        <Field label="Person" name="user_id">
          <Select
            defaultValue={filter.user_id}
            options={peopleOf(users.data ?? [], filter.user_id)}
            placeholder="Anybody"
          />
        </Field>
        <Field label="Record" name="target_kind">
          <Select defaultValue={filter.target_kind} options={kindChoices} placeholder="Any kind" />
        </Field>
        <Field label="Record id" name="target_id">
          <Input
            autoComplete="off"
            defaultValue={filter.target_id}
            inputMode="numeric"
            maxLength={100}
          />
        </Field>
        <Field label="From" name="from">
          <Input defaultValue={filter.from} type="date" />
        </Field>
        <Field label="To" name="to">
          <Input defaultValue={filter.to} type="date" />
        </Field>
        <div className="col-span-2 flex gap-3 self-end">
          <Button type="submit" variant="secondary">
            Search
          </Button>
          {filterNames.some((name) => filter[name] !== '') && (
            <Button
              onClick={() =>
                onFilter(Object.fromEntries(filterNames.map((name) => [name, ''])) as Filter)
              }
              variant="quiet"
            >
              Show all
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** Everybody with an account, and whoever the address names. */
function peopleOf(users: readonly User[], chosen: string) {
  const choices = users
    .map(({ user_id, username }) => ({ value: String(user_id), label: username }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-US'));
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return choices;
  return [{ value: chosen, label: `User ${chosen}` }, ...choices];
}
