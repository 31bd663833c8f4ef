import { useMemo } from 'react';
import type { Damage } from '#contract/damages.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import { driversOf, type Filter, monthName, monthsOf } from './damage-words.ts';

interface DamagesFilterProps {
  filter: Filter;
  list: readonly Damage[];
  onChange: (filter: Filter) => void;
}

/** By words, by driver and by month. */
export function DamagesFilter({ filter, list, onChange }: DamagesFilterProps) {
  const drivers = useMemo(() => driversOf(list), [list]);
  const months = useMemo(
    () => monthsOf(list).map((value) => ({ value, label: monthName(value) })),
    [list],
  );
  return (
    <search className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="col-span-2 lg:col-span-1">
        <SearchBox
          label="Search damages"
          onChange={(search) => onChange({ ...filter, search })}
          value={filter.search}
        />
      </div>
      <Field label="Driver" name="driver">
        <Select
          onChange={(event) => onChange({ ...filter, driver: event.target.value })}
          options={drivers}
          placeholder="All drivers"
          value={filter.driver}
        />
      </Field>
      <Field label="Month" name="month">
        <Select
          onChange={(event) => onChange({ ...filter, month: event.target.value })}
          options={months}
          placeholder="All months"
          value={filter.month}
        />
      </Field>
    </search>
  );
}
