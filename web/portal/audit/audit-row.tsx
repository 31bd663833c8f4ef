import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { auditActionLabel } from '#contract/audit-actions.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { changesOf, pageOf, personOf, recordOf } from './audit-labels.ts';

interface AuditRowProps {
  entry: AuditEntry;
  /** Filters by this user. */
  onPerson: (userId: number) => void;
}

const link = 'text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11';

export function AuditRow({ entry, onPerson }: AuditRowProps) {
  const { user_id: person, ip } = entry;
  const page = pageOf(entry);
  const record = recordOf(entry);
  const changes = changesOf(entry);
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-sm md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.6fr)]">
      <div className="text-steel tabular-nums">
        <time dateTime={entry.at}>{usDayAndTime(entry.at)}</time>
        {ip && <span className="block text-xs">from {ip}</span>}
      </div>
      <div className="min-w-0">
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
