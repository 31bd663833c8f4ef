import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import type { Receipt } from '#contract/receipts.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../failed-list.tsx';
import { useGrowingList } from '../use-growing-list.ts';
import { csvHeader, csvRow } from './receipt-labels.ts';
import { type Of, useReceipts } from './receipts.data.ts';
import { ReceiptsTable } from './receipts-table.tsx';
import { useRemind } from './use-remind.ts';

interface ReceiptsMatrixProps {
  of: Of;
  /** What a row is about: the people of a document, or the documents of a person. */
  rows: 'people' | 'documents';
  /** Of the file that it is exported as. */
  csvName: string;
  /** What the button says, and what is asked before anybody is reminded. */
  remindLabel: string;
  question: (missing: number) => string;
}

const none: readonly Receipt[] = [];

/** Who has not: the missing first, to be reminded with one press and taken along as a file. */
export function ReceiptsMatrix({ of, rows, csvName, remindLabel, question }: ReceiptsMatrixProps) {
  const receipts = useReceipts(of);
  const remind = useRemind(of);
  const [missingOnly, setMissingOnly] = useState(false);
  const list = receipts.data ?? none;
  const missing = useMemo(() => list.filter((receipt) => receipt.missing === 1), [list]);
  const shown = missingOnly ? missing : list;
  const { count, showMore, end } = useGrowingList(String(missingOnly));

  if (receipts.isPending) return <Skeleton label={general.loading} labelVisible lines={6} />;
  const failed = receipts.isError && (
    <FailedList
      busy={receipts.isFetching}
      error={receipts.error}
      fallback={messages.fetchFailed}
      onRetry={() => void receipts.refetch()}
    />
  );
  if (failed && receipts.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={messages.none}>
        {rows === 'people'
          ? 'Edit the file and choose whom it is for.'
          : 'Files are handed out under Training, Settlements, Reports and Employee Files.'}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-3 pb-4">
      {failed}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-display font-bold tabular-nums" role="status">
          {missing.length === 0
            ? messages.allOpened
            : messages.missing(missing.length, list.length)}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox
            checked={missingOnly}
            label="Missing only"
            name="missing_only"
            onChange={(event) => setMissingOnly(event.target.checked)}
          />
          <Button
            onClick={() => saveCsv(csvName, csvHeader, shown.map(csvRow))}
            size="sm"
            variant="secondary"
          >
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </Button>
          {missing.length > 0 && (
            <Button
              busy={remind.busy}
              onClick={() => void remind.ask(question(missing.length))}
              size="sm"
            >
              {remindLabel}
            </Button>
          )}
        </div>
      </div>
      <ReceiptsTable receipts={shown.slice(0, count)} rows={rows} />
      {shown.length > count && (
        <div ref={end}>
          <Button onClick={showMore} size="sm" variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
