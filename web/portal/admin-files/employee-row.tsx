import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { FileLink } from '../files/file-link.tsx';
import { usShortDay } from '../frame/us-dates.ts';
import {
  type Awaiting,
  awaits,
  countAwaiting,
  type GroupedEmployee,
  type GroupedFile,
  statusOf,
} from './grouped-words.ts';
import { VersionRow } from './version-row.tsx';

interface EmployeeRowProps {
  employee: GroupedEmployee;
  awaiting: Awaiting;
}

/** One person; opened up, their files and what came back. */
export const EmployeeRow = memo(function EmployeeRow({ employee, awaiting }: EmployeeRowProps) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const waiting = countAwaiting(awaiting, employee);
  const { length } = employee.files;
  return (
    <div className="border border-line bg-sheet">
      <h3>
        <button
          aria-controls={id}
          aria-expanded={expanded}
          className="flex min-h-13 w-full items-center gap-x-3 px-4 py-2 text-left hover:bg-well"
          onClick={() => setExpanded(!expanded)}
          type="button"
        >
          <span className="min-w-0 flex-1 font-display font-bold wrap-anywhere">
            {employee.name}
          </span>
          {waiting > 0 && (
            <Badge tone="lane">
              {text.awaiting}
              {waiting > 1 && `: ${waiting}`}
            </Badge>
          )}
          <span className="shrink-0 text-sm text-steel tabular-nums">
            {length === 1 ? '1 file' : `${length} files`}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-steel ${expanded ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <div hidden={!expanded} id={id}>
        {expanded &&
          (length === 0 ? (
            <p className="border-t border-line px-4 py-3 text-sm text-steel">{text.noFiles}</p>
          ) : (
            <FilesTable awaiting={awaiting} employee={employee} />
          ))}
      </div>
    </div>
  );
});

function FilesTable({ employee, awaiting }: EmployeeRowProps) {
  return (
    <Table caption={`Files of ${employee.name}`}>
      <thead>
        <tr>
          <Th>File</Th>
          <Th>Status</Th>
          <Th>Date</Th>
        </tr>
      </thead>
      {employee.files.map((file) => (
        <FileRows
          awaiting={awaits(awaiting, employee.id, file.id)}
          file={file}
          key={file.id}
          of={employee.name}
        />
      ))}
    </Table>
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
        <Td className="wrap-anywhere">
          <FileLink label={`View ${file.name}`} path={file.file_path} presign="settlements">
            {file.name}
          </FileLink>
        </Td>
        <Td className="whitespace-nowrap">{statusOf(file)}</Td>
        <Td className="whitespace-nowrap">
          <time dateTime={file.uploadDate}>{usShortDay(file.uploadDate)}</time>
        </Td>
      </tr>
      <tr>
        <td className="px-3 pb-2 pl-6" colSpan={3}>
          {file.versions.length === 0 ? (
            <p className="border-t border-line py-2 text-steel">{text.noVersions}</p>
          ) : (
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
          )}
        </td>
      </tr>
    </tbody>
  );
}
