import { Link, useSearchParams } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { auditActionLabel } from '#contract/audit-actions.ts';
import { audit as messages } from '#contract/messages/users.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { type AuditFilter as Filter, filterOf, paramsOf, useAudit } from './audit.data.ts';
import { AuditFilter } from './audit-filter.tsx';
import { changesOf, pageOf, personOf, recordOf } from './audit-labels.ts';

export default function AuditPage() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  return (
    <>
      <PageHeader
        action={<ExportMenu filter={Object.fromEntries(paramsOf(filter))} list="audit" size="md" />}
        intro="Every change, opened file, export and refused access. Entries can't be edited."
        title="Audit log"
      />
      <AuditList filter={filter} onFilter={(next) => setParams(paramsOf(next))} />
    </>
  );
}

interface AuditListProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function AuditList({ filter, onFilter }: AuditListProps) {
  const log = useAudit(filter);
  return (
    <div className="grid gap-6">
      <AuditFilter filter={filter} onFilter={onFilter} />
      <RecordList
        emptyHint="Try fewer filters or a longer period."
        lines={10}
        messages={messages}
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
                onPerson={(id) => onFilter({ ...filter, user_id: String(id) })}
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

interface AuditRowProps {
  entry: AuditEntry;
  /** Filters by this user. */
  onPerson: (userId: number) => void;
}

const link = 'text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11';

function AuditRow({ entry, onPerson }: AuditRowProps) {
  const { user_id: person, ip } = entry;
  const page = pageOf(entry);
  const record = recordOf(entry);
  const changes = changesOf(entry);
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-2 text-sm md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.6fr)] lg:grid-cols-[18rem_minmax(0,5fr)_minmax(0,7fr)_minmax(0,6fr)]">
      <div className="text-steel tabular-nums">
        <time dateTime={entry.at}>{usDayAndTime(entry.at)}</time>
        {ip && <span className="text-xs md:max-lg:block"> from {ip}</span>}
      </div>
      <div className="min-w-0 lg:contents">
        <p className="font-display font-bold">{auditActionLabel(entry.action)}</p>
        <p className="wrap-anywhere">
          {person === null ? (
            <span className="text-steel">{personOf(entry)}</span>
          ) : (
            <button className={link} onClick={() => onPerson(person)} type="button">
              {personOf(entry)}
            </button>
          )}
          {record && <span className="text-steel"> · </span>}
          {page ? (
            <Link className={link} to={page}>
              {record}
            </Link>
          ) : (
            record
          )}
        </p>
      </div>
      {changes.length > 0 && (
        <dl className="min-w-0">
          {changes.map(({ label, before, after }) => (
            <div className="flex flex-wrap gap-x-2 wrap-anywhere" key={label}>
              <dt className="text-steel">{label}</dt>
              <dd>
                {before !== null && (
                  <>
                    <del className="text-steel">{before}</del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ins className="no-underline">{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
