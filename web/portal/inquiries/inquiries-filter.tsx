import { type inquiriesFilter, isInView } from '#contract/filters/inquiries.ts';
import { type Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { Choices } from '#web/ui/choices.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';

export type Filter = typeof inquiriesFilter.none;

/** How inquiries are shown, by the address; '' is a table where there is room for one, else a list. */
export const layouts = ['list', 'board', 'figures'] as const;
export type Layout = (typeof layouts)[number] | '';

const views = [
  { value: '', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'waiting', label: 'Waiting for customer' },
] as const satisfies { value: Filter['view']; label: string }[];

const layoutChoices = [
  { value: '', label: 'Table' },
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
  { value: 'figures', label: 'Figures' },
] as const satisfies { value: Layout; label: string }[];

const statuses = [
  ...inquiryStatuses.map((value) => ({ value, label: inquiryStatusNames[value] })),
  { value: 'unread', label: 'New messages' },
  { value: 'flagged', label: 'Possible spam' },
];

interface InquiriesFilterProps {
  filter: Filter;
  layout: Layout;
  /** Whether there is room for a table. */
  isWide: boolean;
  /** Every inquiry, to count those of each view. */
  list: readonly Inquiry[];
  now: Date;
  /** The user's id. */
  owner: string;
  onChange: (change: Partial<Filter>) => void;
  onLayout: (layout: Layout) => void;
}

/** Views, layouts, search and status of the inbox. */
export function InquiriesFilter(props: InquiriesFilterProps) {
  const { filter, layout, isWide, list, now, owner, onChange, onLayout } = props;
  const countIn = (view: Filter['view']) =>
    list.filter((inquiry) => isInView(inquiry, view, owner, now)).length;
  return (
    <search className="grid gap-4">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        {layout !== 'figures' && (
          <Choices
            chosen={filter.view}
            label="View"
            onChoose={(view) => onChange({ view })}
            options={views.map(({ value, label }) => ({
              value,
              label: value === '' ? label : `${label} (${countIn(value)})`,
            }))}
          />
        )}
        <Choices
          chosen={layout || (isWide ? '' : 'list')}
          label="Layout"
          onChoose={onLayout}
          options={layoutChoices.filter(({ value }) => isWide || value !== '')}
        />
      </div>
      {layout !== 'figures' && (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <SearchBox
            label="Search all details and notes"
            onChange={(q) => onChange({ q })}
            value={filter.q}
          />
          <Field label="Status" name="status">
            <Select
              onChange={(event) => onChange({ status: event.target.value as Filter['status'] })}
              options={statuses}
              placeholder="All"
              value={filter.status}
            />
          </Field>
        </div>
      )}
    </search>
  );
}
