import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../shared/search-box.tsx';
import { type ColumnKey, columns, roleNames } from './user-columns.ts';
import type { Filter, Sort } from './user-search.ts';

interface UsersFilterProps {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  sort: Sort;
  /** Given where the table's heads are not there to sort by. */
  onSort?: ((key: ColumnKey) => void) | undefined;
}

/** By words, by role and, on a phone, the order. */
export function UsersFilter({ filter, onFilter, sort, onSort }: UsersFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SearchBox
        label="Search name, email, phone, department or position"
        onChange={(q) => onFilter({ q })}
        value={filter.q}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-1">
        <Field label="Role filter" name="role">
          <Select
            onChange={(event) => onFilter({ role: event.target.value as Filter['role'] })}
            options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
            placeholder="All"
            value={filter.role}
          />
        </Field>
        {onSort && (
          <Field label="Sort by" name="sort">
            <Select
              onChange={(event) => onSort(event.target.value as ColumnKey)}
              options={columns.map(({ key, label }) => ({ value: key, label }))}
              value={sort.key}
            />
          </Field>
        )}
      </div>
    </search>
  );
}
