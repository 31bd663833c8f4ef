import { useSearchParams } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { audit as messages } from '#contract/messages/users.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { filterOf, paramsOf, useAudit } from './audit.data.ts';
import { AuditFilter } from './audit-filter.tsx';
import { AuditRow } from './audit-row.tsx';

export default function AuditPage() {
  return (
    <>
      <PageHeader
        intro="Every change, opened file, export and refused access. Entries can't be edited."
        title="Audit log"
      />
      <AuditList />
    </>
  );
}

function AuditList() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const log = useAudit(filter);
  return (
    <div className="grid gap-6">
      <AuditFilter filter={filter} onFilter={(next) => setParams(paramsOf(next))} />
      <div className="justify-self-start">
        <ExportMenu filter={Object.fromEntries(paramsOf(filter))} list="audit" />
      </div>
      <RecordList
        emptyHint="Try fewer filters or a longer period."
        lines={10}
        messages={{ ...messages, loading: general.loading }}
        query={log}
      >
        {(entries) => (
          <ol
            aria-busy={log.isPlaceholderData}
            aria-label="Audit log, newest first"
            className={`border-t-2 border-ink ${log.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {entries.map((entry) => (
              <AuditRow
                entry={entry}
                key={entry.id}
                onPerson={(id) => setParams(paramsOf({ ...filter, user_id: String(id) }))}
              />
            ))}
          </ol>
        )}
      </RecordList>
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
