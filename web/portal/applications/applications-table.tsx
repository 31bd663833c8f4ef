import type { Stage } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { FilteredList } from '../shared/records/record-list.tsx';
import { usDay } from '../shared/us-dates.ts';
import { AppliedBefore, StageSelect } from './stage-marks.tsx';

interface ApplicationsTableProps {
  rows: readonly Application[];
  resetKey: string;
  onShowAll: () => void;
  onOpen: (application: Application) => void;
  onMove: (application: Application, stage: Stage) => void;
}

/** Applications as a list, a line each. */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const { rows, resetKey, onShowAll, onOpen, onMove } = props;
  return (
    <FilteredList
      container={(lines) => (
        <Table caption="Applications">
          <thead>
            <tr>
              <Th>Applicant</Th>
              <Th>Stage</Th>
              <Th>Position</Th>
              <Th>Sent</Th>
              <Th>City</Th>
            </tr>
          </thead>
          <tbody>{lines}</tbody>
        </Table>
      )}
      keyOf={({ id }) => id}
      noMatch="No applications match this search."
      onShowAll={onShowAll}
      resetKey={resetKey}
      rows={rows}
    >
      {(application) => (
        <tr>
          <Td>
            <button
              className="min-h-9 text-left font-semibold text-link"
              onClick={() => onOpen(application)}
              type="button"
            >
              {applicantName(application)}
            </button>{' '}
            {application.opened_at === null && <Badge tone="info">New</Badge>}{' '}
            {application.flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
            <AppliedBefore application={application} />
          </Td>
          <Td className="min-w-36">
            <StageSelect application={application} onMove={(stage) => onMove(application, stage)} />
          </Td>
          <Td>{jobName(application)}</Td>
          <Td>
            <time dateTime={application.created_at}>{usDay(application.created_at)}</time>
          </Td>
          <Td className="whitespace-nowrap">
            {application.city}, {application.state}
          </Td>
        </tr>
      )}
    </FilteredList>
  );
}
