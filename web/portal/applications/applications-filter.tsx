import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import type { Filter } from './application-words.ts';

interface ApplicationsFilterProps {
  filter: Filter;
  jobs: readonly string[];
  onChange: (filter: Filter) => void;
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

/** By name, by job, and which end of the calendar comes first. */
export function ApplicationsFilter({ filter, jobs, onChange }: ApplicationsFilterProps) {
  return (
    <search className="grid grid-cols-2 gap-4 *:first:col-span-2 lg:*:first:col-span-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <SearchBox
        label="Search by name"
        onChange={(name) => onChange({ ...filter, name })}
        value={filter.name}
      />
      <Field label="Job" name="job">
        <Select
          onChange={(event) => onChange({ ...filter, job: event.target.value })}
          options={jobs}
          placeholder="All jobs"
          value={filter.job}
        />
      </Field>
      <Field label="Sort by date" name="sort">
        <Select
          onChange={(event) =>
            onChange({ ...filter, oldestFirst: event.target.value === 'oldest' })
          }
          options={orders}
          value={filter.oldestFirst ? 'oldest' : 'newest'}
        />
      </Field>
    </search>
  );
}
