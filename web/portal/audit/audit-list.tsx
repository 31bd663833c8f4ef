import { useSearchParams } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { auditWords as text } from '#contract/messages/people.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { useAudit } from './audit.data.ts';
import { AuditFilter } from './audit-filter.tsx';
import { addressOf, filterOf } from './audit-filter-values.ts';
import { AuditRow } from './audit-row.tsx';

/** The log with its search, in each of the four states of a list. */
export function AuditList() {
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const log = useAudit(filter);
  const entries = log.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <div className="grid gap-6">
      <AuditFilter filter={filter} onFilter={(next) => setAddress(addressOf(next))} />
      {log.isPending && <Skeleton label={general.loading} labelVisible lines={10} />}
      {log.isError && (
        <FailedList
          busy={log.isFetching}
          error={log.error}
          fallback={text.fetchFailed}
          onRetry={() => void log.refetch()}
        />
      )}
      {log.data && entries.length === 0 && (
        <EmptyState title={text.none}>Search for less, or for a longer time.</EmptyState>
      )}
      {entries.length > 0 && (
        <ol
          aria-busy={log.isPlaceholderData}
          aria-label="Audit log, newest first"
          className={`border-t-2 border-ink ${log.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {entries.map((entry) => (
            <AuditRow
              entry={entry}
              key={entry.id}
              onPerson={(id) => setAddress(addressOf({ ...filter, user_id: String(id) }))}
            />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <div>
          <Button
            busy={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            variant="secondary"
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
