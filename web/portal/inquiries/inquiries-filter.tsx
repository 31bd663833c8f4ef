import { inquiryStatuses } from '#contract/inquiries.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import { type Filter, statusNames } from './inquiry-words.ts';

interface InquiriesFilterProps {
  filter: Filter;
  /** How many wait too long. */
  overdue: number;
  onChange: (filter: Filter) => void;
}

/** By words and by status. */
export function InquiriesFilter({ filter, overdue, onChange }: InquiriesFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SearchBox
        label="Search company, person, place or reference"
        onChange={(search) => onChange({ ...filter, search })}
        value={filter.search}
      />
      <Field label="Status" name="status">
        <Select
          onChange={(event) =>
            onChange({ ...filter, status: event.target.value as Filter['status'] })
          }
          options={[
            { value: 'overdue', label: `Overdue (${overdue})` },
            ...inquiryStatuses.map((status) => ({ value: status, label: statusNames[status] })),
          ]}
          placeholder="All"
          value={filter.status}
        />
      </Field>
    </search>
  );
}
