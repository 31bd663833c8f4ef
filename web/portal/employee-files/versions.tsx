import type { Assignment, Submission, SubmissionStatus } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Td, Th } from '#web/ui/table.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useSubmissions } from './own.data.ts';

const tones = {
  Incomplete: 'info',
  Complete: 'success',
  Rejected: 'danger',
  Archived: 'neutral',
} as const;

/** The status of a version or a file (F6); 'No Status' without a version (F1). */
export function StatusBadge({ status }: { status: SubmissionStatus | null }) {
  if (status === null) return <Badge>{messages.noStatus}</Badge>;
  return <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>;
}

interface VersionsProps {
  file: Assignment;
  expanded: boolean;
  /** Of the part that is expanded. */
  id: string;
}

/** The versions of a file, shown on demand; the reason of a rejection is always visible. */
export function Versions({ file, expanded, id }: VersionsProps) {
  const rejected = file.status === 'Rejected';
  const versions = useSubmissions(file.assignment_id, expanded || rejected);
  const latest = versions.data?.[0];
  return (
    <>
      {latest?.status === 'Rejected' && !expanded && <Rejection version={latest} />}
      <div className="mt-1" hidden={!expanded} id={id}>
        {expanded && (
          <RecordList lines={2} messages={{ fetchFailed: messages.fetchFailed }} query={versions}>
            {(list) => <VersionTable name={file.file_name} versions={list} />}
          </RecordList>
        )}
      </div>
    </>
  );
}

interface VersionTableProps {
  versions: readonly Submission[];
  /** Of the file. */
  name: string;
}

function VersionTable({ versions, name }: VersionTableProps) {
  if (versions.length === 0) return <p className="text-sm text-steel">{messages.noVersions}</p>;
  return (
    <table className="w-full border-collapse border-y-2 border-ink text-left text-sm tabular-nums">
      <caption className="sr-only">{t(`Versions of ${name}`, `Versiones de ${name}`)}</caption>
      <thead>
        <tr>
          <Th className="static!">{t('Version', 'Versión')}</Th>
          <Th className="static!">{t('Status', 'Estado')}</Th>
          <Th className="static!">{t('Uploaded', 'Subido')}</Th>
        </tr>
      </thead>
      {versions.map((version) => (
        <VersionRows key={version.submission_id} name={name} version={version} />
      ))}
    </table>
  );
}

function VersionRows({ version, name }: { version: Submission; name: string }) {
  return (
    <tbody>
      <tr>
        <Td className="align-middle!">
          <FileLink
            label={t(
              `View v${version.version_number} of ${name}`,
              `Ver v${version.version_number} de ${name}`,
            )}
            path={version.submitted_url}
            presign="settlements"
            waiting={`v${version.version_number}`}
          >
            v{version.version_number}
          </FileLink>
          <span className="block pb-1 text-xs text-steel wrap-anywhere">{version.file_name}</span>
        </Td>
        <Td className="align-middle!">
          <StatusBadge status={version.status} />
        </Td>
        <Td className="align-middle!">
          <time dateTime={version.submitted_at}>{usDayAndTime(version.submitted_at)}</time>
        </Td>
      </tr>
      {version.reason && (
        <tr>
          <td
            className={`px-3 pb-3 whitespace-pre-line wrap-anywhere ${version.status === 'Rejected' ? 'text-danger' : 'text-steel'}`}
            colSpan={3}
          >
            {version.reason}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Rejection({ version }: { version: Submission }) {
  return (
    <p className="mt-2 border-l-4 border-danger bg-danger-wash px-3 py-2 text-sm whitespace-pre-line text-danger wrap-anywhere">
      <strong>
        {t(
          `v${version.version_number} was rejected.`,
          `La v${version.version_number} fue rechazada.`,
        )}
      </strong>{' '}
      {version.reason}
    </p>
  );
}
