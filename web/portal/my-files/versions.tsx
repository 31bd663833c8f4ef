import { useId, useState } from 'react';
import type { Assignment, Submission } from '#contract/employee-files.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { FileLink } from '../files/file-link.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { usDay } from '../frame/us-dates.ts';
import { useSubmissions } from './my-files.data.ts';
import { StatusBadge } from './status-badge.tsx';

/** What was sent back so far, opened on demand; why the latest one was rejected is always in sight. */
export function Versions({ file }: { file: Assignment }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const rejected = file.status === 'Rejected';
  const versions = useSubmissions(file.assignment_id, expanded || rejected);
  const latest = versions.data?.[0];
  return (
    <>
      {rejected && latest?.status === 'Rejected' && !expanded && <Rejection version={latest} />}
      <Button
        aria-controls={id}
        aria-expanded={expanded}
        aria-label={`${expanded ? 'Hide' : 'Show'} versions of ${file.file_name}`}
        className="-ml-3"
        onClick={() => setExpanded(!expanded)}
        size="sm"
        variant="quiet"
      >
        {expanded ? 'Hide versions' : 'Show versions'}
      </Button>
      <div hidden={!expanded} id={id}>
        {expanded &&
          (versions.data ? (
            <VersionTable name={file.file_name} versions={versions.data} />
          ) : versions.isPending ? (
            <Skeleton label={general.loading} lines={2} />
          ) : (
            <FailedList
              busy={versions.isFetching}
              error={versions.error}
              fallback={text.fetchFailed}
              onRetry={() => void versions.refetch()}
            />
          ))}
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
  if (versions.length === 0) return <p className="text-sm text-steel">{text.noVersions}</p>;
  return (
    <Table caption={`Versions of ${name}`}>
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>Status</Th>
          <Th>Uploaded</Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.submission_id}>
            <Td>
              <FileLink
                label={`View v${version.version_number} of ${name}`}
                path={version.submitted_url}
                presign="settlements"
                waiting={`v${version.version_number}`}
              >
                v{version.version_number}
              </FileLink>
            </Td>
            <Td>
              <StatusBadge status={version.status} />
              {version.status === 'Rejected' && version.reason && (
                <p className="mt-1 whitespace-pre-line wrap-anywhere">{version.reason}</p>
              )}
            </Td>
            <Td className="whitespace-nowrap">
              <time dateTime={version.submitted_at}>{usDay(version.submitted_at)}</time>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Rejection({ version }: { version: Submission }) {
  return (
    <p className="mt-2 border-l-4 border-danger bg-danger-wash px-3 py-2 text-sm whitespace-pre-line text-danger wrap-anywhere">
      <strong>v{version.version_number} was rejected.</strong> {version.reason}
    </p>
  );
}
