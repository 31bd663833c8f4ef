import { lazy, Suspense, useMemo } from 'react';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { type Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { isOverdue } from '#contract/rules/inquiry-due.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Board } from '#web/ui/board.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { RecordTable } from '../shared/records/record-table.tsx';
import { SavedFilters } from '../shared/records/saved-filters.tsx';
import { countOf } from '../shared/records/search-box.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { inquiriesQuery, useInquiries, useMoveInquiry } from './inquiries.data.ts';
import { type Filter, InquiriesFilter, type Layout, layouts } from './inquiries-filter.tsx';
import { inquiryColumns } from './inquiry-columns.tsx';
import { InquiryDialog } from './inquiry-dialog.tsx';
import { InquiryCard, InquiryRow } from './inquiry-row.tsx';

const InquiryFigures = lazy(async () => ({
  default: (await import('./inquiry-figures.tsx')).InquiryFigures,
}));

const noFilter = inquiriesFilter.none;
/** The layout and the open inquiry, in the URL so that notices and mails lead to it. */
const noView = { layout: '', inquiry: '' };

export const clientLoader = firstRequests((client) => [client.ensureQueryData(inquiriesQuery)]);

export default function InquiriesPage() {
  const [address, setFilter] = useUrlFilter(noFilter, inquiriesFilter.choices);
  const { userId } = useSession();
  const owner = address.view === 'mine' ? String(userId) : '';
  const filter = { ...address, owner };
  return (
    <>
      <PageHeader
        action={<ExportMenu filter={filter} list="inquiries" size="md" />}
        title="Inquiries"
      />
      <InquiriesList filter={filter} onFilter={setFilter} owner={String(userId)} />
    </>
  );
}

interface InquiriesListProps {
  filter: Filter;
  /** The user's id. */
  owner: string;
  onFilter: (change: Partial<Filter>) => void;
}

function InquiriesList({ filter, owner, onFilter }: InquiriesListProps) {
  const inquiries = useInquiries();
  const [view, setView] = useUrlFilter(noView, { layout: layouts });
  const { inquiry: openId } = view;
  const isWide = useWide('51.25rem');
  const layout = view.layout as Layout;
  const setOpenId = (id: number) => setView({ inquiry: String(id) });
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
        const open = list.find(({ id }) => String(id) === openId);
        const shown = { rows, now, onOpen: setOpenId };
        const found = {
          rows,
          keyOf: ({ id }: Inquiry) => id,
          noMatch: messages.noMatch,
          onShowAll: () => onFilter(noFilter),
          resetKey: JSON.stringify(filter),
        };
        return (
          <>
            <InquiriesFilter
              filter={filter}
              isWide={isWide}
              layout={layout}
              list={list}
              now={now}
              onChange={onFilter}
              onLayout={(chosen) => setView({ layout: chosen })}
              owner={owner}
            />
            {layout === 'figures' ? (
              <Suspense fallback={<Skeleton label={general.loading} lines={6} />}>
                <InquiryFigures />
              </Suspense>
            ) : (
              <SavedFilters list="inquiries" param="inquiry">
                <p className="text-sm text-steel" role="status">
                  {countOf(rows.length, list.length, 'inquiry', 'inquiries')}
                </p>
              </SavedFilters>
            )}
            {layout === 'board' && <InquiriesBoard {...shown} />}
            {layout === '' && isWide && (
              <RecordTable
                {...found}
                caption="Inquiries"
                columns={inquiryColumns(now)}
                isUrgent={(inquiry) => isOverdue(inquiry, now)}
                onOpen={({ id }) => setOpenId(id)}
                order="-Received"
              />
            )}
            {(layout === 'list' || (layout === '' && !isWide)) && (
              <FilteredList {...found} className="border-t-2 border-ink">
                {(inquiry) => (
                  <InquiryRow
                    inquiry={inquiry}
                    onOpen={() => setOpenId(inquiry.id)}
                    overdue={isOverdue(inquiry, now)}
                  />
                )}
              </FilteredList>
            )}
            {open && (
              <InquiryDialog
                all={list}
                inquiry={open}
                key={openId}
                now={now}
                onClose={() => setView({ inquiry: '' })}
                onOpen={setOpenId}
              />
            )}
          </>
        );
      }}
    </RecordList>
  );
}

const columns = inquiryStatuses.map((name) => ({ name, label: inquiryStatusNames[name] }));

interface InquiriesBoardProps {
  rows: readonly Inquiry[];
  now: Date;
  onOpen: (id: number) => void;
}

/** The inquiries by status; moving a card changes the status. */
function InquiriesBoard({ rows, now, onOpen }: InquiriesBoardProps) {
  const move = useMoveInquiry();
  return (
    <Board
      columnOf={({ status }) => status}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ company_name, reference }) => `${company_name}, ${reference}`}
      onMove={(inquiry, status) => move.mutate({ inquiry, status })}
      rows={rows}
    >
      {(inquiry) => (
        <InquiryCard
          inquiry={inquiry}
          onOpen={() => onOpen(inquiry.id)}
          overdue={isOverdue(inquiry, now)}
        />
      )}
    </Board>
  );
}
