import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { inquiryStatuses } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { isOverdue } from '#contract/rules/business-days.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { inquiriesQuery } from './inquiries.data.ts';
import { InquiryDialog } from './inquiry-dialog.tsx';
import { statusNames } from './inquiry-labels.ts';
import { InquiryRow } from './inquiry-row.tsx';

const noFilter = inquiriesFilter.none;
type Filter = typeof noFilter;

export const clientLoader = firstRequests((client) => [client.ensureQueryData(inquiriesQuery)]);

export default function InquiriesPage() {
  const [filter, setFilter] = useUrlFilter(noFilter, inquiriesFilter.choices);
  return (
    <>
      <PageHeader
        action={<ExportMenu filter={filter} list="inquiries" size="md" />}
        title="Inquiries"
      />
      <InquiriesList filter={filter} onFilter={setFilter} />
    </>
  );
}

interface InquiriesListProps {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
}

function InquiriesList({ filter, onFilter }: InquiriesListProps) {
  const inquiries = useQuery(inquiriesQuery);
  const [openId, setOpenId] = useState<number | null>(null);
  // The time the list was loaded, so that badges and filter agree.
  const now = useMemo(() => new Date(inquiries.dataUpdatedAt), [inquiries.dataUpdatedAt]);
  return (
    <RecordList
      emptyHint="Quote requests from the inquiry page appear here."
      messages={{ ...messages, loading: general.loadingData }}
      query={inquiries}
    >
      {(list) => {
        const rows = filtered(inquiriesFilter, list, filter, now);
        return (
          <>
            <InquiriesFilter
              filter={filter}
              onChange={onFilter}
              overdue={list.filter((inquiry) => isOverdue(inquiry, now)).length}
            />
            <p className="text-sm text-steel" role="status">
              {countOf(rows.length, list.length, 'inquiry', 'inquiries')}
            </p>
            <FilteredList
              className="border-t-2 border-ink"
              keyOf={({ id }) => id}
              noMatch={messages.noMatch}
              onShowAll={() => onFilter(noFilter)}
              resetKey={JSON.stringify(filter)}
              rows={rows}
            >
              {(inquiry) => (
                <InquiryRow
                  inquiry={inquiry}
                  onOpen={() => setOpenId(inquiry.id)}
                  overdue={isOverdue(inquiry, now)}
                />
              )}
            </FilteredList>
            <InquiryDialog
              inquiry={list.find(({ id }) => id === openId) ?? null}
              key={openId}
              now={now}
              onClose={() => setOpenId(null)}
            />
          </>
        );
      }}
    </RecordList>
  );
}

interface InquiriesFilterProps {
  filter: Filter;
  /** Number of overdue inquiries. */
  overdue: number;
  onChange: (change: Partial<Filter>) => void;
}

function InquiriesFilter({ filter, overdue, onChange }: InquiriesFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SearchBox
        label="Search all details and notes"
        onChange={(q) => onChange({ q })}
        value={filter.q}
      />
      <Field label="Status" name="status">
        <Select
          onChange={(event) => onChange({ status: event.target.value as Filter['status'] })}
          options={[
            { value: 'overdue', label: `Overdue (${overdue})` },
            { value: 'flagged', label: 'Possible spam' },
            ...inquiryStatuses.map((status) => ({ value: status, label: statusNames[status] })),
          ]}
          placeholder="All"
          value={filter.status}
        />
      </Field>
    </search>
  );
}
