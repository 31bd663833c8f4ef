import type { UseQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Cell } from '#contract/csv.ts';
import { general } from '#contract/messages/general.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { matches } from '#web/lib/text-match.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/failed-list.tsx';
import { countOf, SearchBox } from '../shared/search-box.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';

const everything = { q: '', missing: '' };

/** What people and documents have in common here. */
interface Totals {
  assigned: number;
  opened: number;
  missing: number;
}

interface TotalsListProps<T extends Totals> {
  totals: UseQueryResult<T[]>;
  /** What one and several of them are called. */
  nouns: readonly [string, string];
  searchLabel: string;
  /** What the search looks at. */
  textOf: (row: T) => string;
  csv: { name: string; header: readonly string[]; row: (row: T) => Cell[] };
  /** Draws the rows that are shown. */
  children: (rows: readonly T[]) => ReactNode;
}

/** Totals with a search and a file of them, in each of the four states of a list. */
export function TotalsList<T extends Totals>({
  totals,
  nouns,
  searchLabel,
  textOf,
  csv,
  children,
}: TotalsListProps<T>) {
  const [{ q: search, missing }, setFilter] = useUrlFilter(everything);
  const missingOnly = missing !== '';
  const list = useMemo(
    () => totals.data?.filter(({ assigned }) => assigned > 0) ?? [],
    [totals.data],
  );
  const shown = useMemo(
    () =>
      list.filter(
        (row) =>
          (!missingOnly || row.missing > 0) && (search === '' || matches(search, textOf(row))),
      ),
    [list, search, missingOnly, textOf],
  );
  const { count, showMore, end } = useGrowingList(`${missingOnly} ${search}`);

  if (totals.isPending) return <Skeleton label={general.loading} labelVisible lines={8} />;
  const failed = totals.isError && (
    <FailedList
      busy={totals.isFetching}
      error={totals.error}
      fallback={messages.fetchFailed}
      onRetry={() => void totals.refetch()}
    />
  );
  if (failed && totals.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={messages.none}>
        Files are handed out under Training, Settlements, Reports and Employee Files.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failed}
      <search className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 basis-96">
          <SearchBox label={searchLabel} onChange={(q) => setFilter({ q })} value={search} />
        </div>
        <Checkbox
          checked={missingOnly}
          label="Missing only"
          name="missing_only"
          onChange={(event) => setFilter({ missing: event.target.checked ? '1' : '' })}
        />
        <p className="pb-2.5 text-sm text-steel" role="status">
          {countOf(shown.length, list.length, ...nouns)}
        </p>
        <Button
          className="mb-1 ml-auto"
          disabled={shown.length === 0}
          onClick={() => saveCsv(csv.name, csv.header, shown.map(csv.row))}
          size="sm"
          variant="secondary"
        >
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </Button>
      </search>
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={messages.noMatch}
        />
      ) : (
        children(shown.slice(0, count))
      )}
      {shown.length > count && (
        <div ref={end}>
          <Button onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
