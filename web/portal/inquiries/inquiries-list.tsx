import { useMemo, useState } from 'react';
import { isOverdue } from '#contract/business-days.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries as text } from '#contract/messages/inquiries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '../frame/count-of.ts';
import { FailedList } from '../frame/failed-list.tsx';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { useInquiries } from './inquiries.data.ts';
import { InquiriesFilter } from './inquiries-filter.tsx';
import { InquiryDialog } from './inquiry-dialog.tsx';
import { InquiryRow } from './inquiry-row.tsx';
import { type Filter, filtered } from './inquiry-words.ts';

const everything: Filter = { search: '', status: '' };
const none: readonly Inquiry[] = [];

/** The inbox with its search, in each of the four states of a list. */
export function InquiriesList() {
  const inquiries = useInquiries();
  const [filter, setFilter] = useState(everything);
  const [openId, setOpenId] = useState<number | null>(null);
  const list = inquiries.data ?? none;
  // 'Now' is when the list was read, so that marks and filter agree.
  const now = useMemo(() => new Date(inquiries.dataUpdatedAt), [inquiries.dataUpdatedAt]);
  const shown = useMemo(() => filtered(list, filter, now), [list, filter, now]);
  const { count, showMore, end } = useGrowingList(JSON.stringify(filter));

  if (inquiries.isPending) return <Skeleton label={general.loadingData} labelVisible lines={8} />;
  const failed = inquiries.isError && (
    <FailedList
      busy={inquiries.isFetching}
      error={inquiries.error}
      fallback={text.fetchFailed}
      onRetry={() => void inquiries.refetch()}
    />
  );
  if (failed && inquiries.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={text.none}>
        They appear here as soon as somebody asks for a quote on the inquiry page.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5">
      {failed}
      <InquiriesFilter
        filter={filter}
        onChange={setFilter}
        overdue={list.filter((inquiry) => isOverdue(inquiry, now)).length}
      />
      <p className="text-sm text-steel" role="status">
        {countOf(shown.length, list.length, 'inquiry', 'inquiries')}
      </p>
      {shown.length === 0 && (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={text.noMatch}
        />
      )}
      {shown.length > 0 && (
        <ul className="border-t-2 border-ink">
          {shown.slice(0, count).map((inquiry) => (
            <InquiryRow
              inquiry={inquiry}
              key={inquiry.id}
              onOpen={() => setOpenId(inquiry.id)}
              overdue={isOverdue(inquiry, now)}
            />
          ))}
        </ul>
      )}
      {shown.length > count && (
        <div ref={end}>
          <Button onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
      <InquiryDialog
        inquiry={list.find(({ id }) => id === openId) ?? null}
        key={openId}
        now={now}
        onClose={() => setOpenId(null)}
      />
    </div>
  );
}
