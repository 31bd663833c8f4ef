import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Td, Th } from '#web/ui/table.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { usShortDay } from '../shared/us-dates.ts';
import {
  type Awaiting,
  awaits,
  countAwaiting,
  type GroupedEmployee,
  type GroupedFile,
  statusOf,
} from './grouped-files.ts';
import { VersionRow } from './version-row.tsx';

interface EmployeeRowProps {
  employee: GroupedEmployee;
  awaiting: Awaiting;
}

/** A person; expanded, their files and versions. */
export const EmployeeRow = memo(function EmployeeRow({ employee, awaiting }: EmployeeRowProps) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const waiting = countAwaiting(awaiting, employee);
  const { length } = employee.files;
  return (
    <div className="border-b border-line">
      <div className="flex items-center">
        <h3 className="min-w-0 flex-1">
          <button
            aria-controls={id}
            aria-expanded={expanded}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-left hover:bg-well"
            onClick={() => setExpanded(!expanded)}
            type="button"
          >
            <span className="min-w-0 flex-[1_1_min(12rem,100%)] font-display font-bold">
              {employee.name}
            </span>
            {waiting > 0 && (
              <Badge tone="lane">
                {messages.awaiting}
                {waiting > 1 && `: ${waiting}`}
              </Badge>
            )}
            <span className="ml-auto w-14 shrink-0 text-right text-sm text-steel tabular-nums">
              {length === 1 ? '1 file' : `${length} files`}
            </span>
            <ChevronDown
              aria-hidden="true"
              className={`size-5 shrink-0 text-steel ${expanded ? 'rotate-180' : ''}`}
            />
          </button>
        </h3>
        <MessageLink name={employee.name} userId={employee.id} />
      </div>
      <div hidden={!expanded} id={id}>
        {expanded &&
          (length === 0 ? (
            <p className="border-t border-line px-4 py-3 text-sm text-steel">{messages.noFiles}</p>
          ) : (
            <FilesTable awaiting={awaiting} employee={employee} />
          ))}
      </div>
    </div>
  );
});

function FilesTable({ employee, awaiting }: EmployeeRowProps) {
  // As of opening the table, so that no row moves under the pointer.
  const [first] = useState(
    () =>
      new Set(employee.files.map(({ id }) => id).filter((id) => awaits(awaiting, employee.id, id))),
  );
  const files = employee.files.toSorted(
    (one, other) => Number(first.has(other.id)) - Number(first.has(one.id)),
  );
  return (
    <table className="w-full border-collapse border-t-2 border-ink text-left text-sm tabular-nums">
      <caption className="sr-only">{`Files of ${employee.name}`}</caption>
      <thead>
        <tr>
          <Th className="static! pl-4!">File</Th>
          <Th className="static!">Status</Th>
          <Th className="static!">Date</Th>
        </tr>
      </thead>
      {files.map((file) => (
        <FileRows
          awaiting={awaits(awaiting, employee.id, file.id)}
          file={file}
          key={file.id}
          of={employee.name}
        />
      ))}
    </table>
  );
}

interface FileRowsProps {
  file: GroupedFile;
  awaiting: boolean;
  /** Whose file it is. */
  of: string;
}

function FileRows({ file, awaiting, of }: FileRowsProps) {
  return (
    <tbody>
      <tr>
        <Td className="py-1! pl-4!">
          <FileLink label={`View ${file.name}`} path={file.file_path} presign="settlements">
            {file.name}
          </FileLink>
        </Td>
        <Td className="align-middle! whitespace-nowrap">{statusOf(file)}</Td>
        <Td className="align-middle! whitespace-nowrap">
          <time dateTime={file.uploadDate}>{usShortDay(file.uploadDate)}</time>
        </Td>
      </tr>
      {file.versions.length > 0 && (
        <tr>
          <td className="pr-2 pb-3 pl-4 sm:pl-8" colSpan={3}>
            <ol aria-label={`Versions of ${file.name}`}>
              {file.versions.map((version, index) => (
                <VersionRow
                  awaiting={awaiting && index === 0}
                  key={version.id}
                  of={`${file.name}, ${of}`}
                  version={version}
                />
              ))}
            </ol>
          </td>
        </tr>
      )}
    </tbody>
  );
}
