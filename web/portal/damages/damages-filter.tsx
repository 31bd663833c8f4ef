import { type Damage, damageFields } from '#contract/damages.ts';
import { matches } from '#web/lib/text-match.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { searchText } from '../shared/field-values.ts';
import { SearchBox } from '../shared/search-box.tsx';
import { monthName, monthOf } from './damages-summary.tsx';

/** `driver`: a driver's name; `month`: YYYY-MM; '' for all. */
export const noFilter = { q: '', driver: '', month: '' };

type Filter = typeof noFilter;

export function filterDamages(list: readonly Damage[], { q, driver, month }: Filter): Damage[] {
  return list.filter(
    (damage) =>
      (driver === '' || damage.driver_name === driver) &&
      (month === '' || monthOf(damage) === month) &&
      matches(q, searchText(damageFields, damage)),
  );
}

interface DamagesFilterProps {
  filter: Filter;
  list: readonly Damage[];
  onChange: (change: Partial<Filter>) => void;
}

export function DamagesFilter({ filter, list, onChange }: DamagesFilterProps) {
  const drivers = [...new Set(list.map(({ driver_name }) => driver_name))];
  const months = [...new Set(list.map(monthOf))].sort().reverse();
  return (
    <search className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="col-span-2 lg:col-span-1">
        <SearchBox label="Search damages" onChange={(q) => onChange({ q })} value={filter.q} />
      </div>
      <Field label="Driver" name="driver">
        <Select
          onChange={(event) => onChange({ driver: event.target.value })}
          options={drivers.sort((one, other) => one.localeCompare(other, 'en-US'))}
          placeholder="All drivers"
          value={filter.driver}
        />
      </Field>
      <Field label="Month" name="month">
        <Select
          onChange={(event) => onChange({ month: event.target.value })}
          options={months.map((value) => ({ value, label: monthName(value) }))}
          placeholder="All months"
          value={filter.month}
        />
      </Field>
    </search>
  );
}
