import { type FormEvent, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useUsers } from '../shared/people/users.data.ts';
import { useSearchKey } from '../shared/records/search-box.tsx';
import { type AuditFilter as Filter, filterNames } from './audit.data.ts';
import { kindChoices } from './audit-labels.ts';

interface AuditFilterProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Filters on submit, not on each key press, because the server searches. */
export function AuditFilter({ filter, onFilter }: AuditFilterProps) {
  const users = useUsers();
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);

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
        // A new form when the URL changes, such as on Back.
        key={JSON.stringify([filter, users.data?.length])}
        onSubmit={send}
      >
        <Field label="Search the audit log" name="q">
          <Input
            aria-keyshortcuts="/"
            autoComplete="off"
            defaultValue={filter.q}
            maxLength={100}
            placeholder="Deleted application"
            ref={search}
            type="search"
          />
        </Field>
        <Field label="Person" name="user_id">
          <Select
            defaultValue={filter.user_id}
            options={peopleOf(users.data ?? [], filter.user_id)}
            placeholder="Anyone"
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
          <DateInput defaultValue={filter.from} />
        </Field>
        <Field label="To" name="to">
          <DateInput defaultValue={filter.to} />
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

/** Everyone with an account, and the user named in the URL. */
function peopleOf(users: readonly User[], chosen: string) {
  const choices = users
    .map(({ user_id, username }) => ({ value: String(user_id), label: username }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-US'));
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return choices;
  return [{ value: chosen, label: `User ${chosen}` }, ...choices];
}
