import { type inquiriesFilter, inquiryViews, isInView } from '#contract/filters/inquiries.ts';
import { type Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';

export type Filter = typeof inquiriesFilter.none;

/** How inquiries are shown, by the address; '' is a list. */
export const layouts = ['board', 'figures'] as const;
export type Layout = (typeof layouts)[number] | '';

const viewNames = {
  '': 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  waiting: 'Waiting for customer',
} as const;
const layoutNames = { '': 'List', board: 'Board', figures: 'Figures' } as const;

interface InquiriesFilterProps {
  filter: Filter;
  layout: Layout;
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
  const { filter, layout, list, now, owner, onChange, onLayout } = props;
  const countIn = (view: Filter['view']) =>
    list.filter((inquiry) => isInView(inquiry, view, owner, now)).length;
  return (
    <search className="grid gap-4">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        {layout !== 'figures' && (
          <Choices
            chosen={filter.view}
            label="View"
            nameOf={(view) =>
              view === '' ? viewNames[view] : `${viewNames[view]} (${countIn(view)})`
            }
            onChoose={(view) => onChange({ view })}
            options={['', ...inquiryViews]}
          />
        )}
        <Choices
          chosen={layout}
          label="Layout"
          nameOf={(name) => layoutNames[name]}
          onChoose={onLayout}
          options={['', ...layouts]}
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
              options={[
                ...inquiryStatuses.map((status) => ({
                  value: status,
                  label: inquiryStatusNames[status],
                })),
                { value: 'unread', label: 'New messages' },
                { value: 'flagged', label: 'Possible spam' },
              ]}
              placeholder="All"
              value={filter.status}
            />
          </Field>
        </div>
      )}
    </search>
  );
}

interface ChoicesProps<Name extends string> {
  label: string;
  options: readonly Name[];
  chosen: Name;
  nameOf: (name: Name) => string;
  onChoose: (name: Name) => void;
}

/** Buttons of which one is pressed. */
function Choices<Name extends string>({
  label,
  options,
  chosen,
  nameOf,
  onChoose,
}: ChoicesProps<Name>) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map((name) => (
        <Button
          aria-pressed={name === chosen}
          key={name}
          onClick={() => onChoose(name)}
          size="sm"
          variant={name === chosen ? 'secondary' : 'quiet'}
        >
          {nameOf(name)}
        </Button>
      ))}
    </fieldset>
  );
}
