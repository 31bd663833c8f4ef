import { type Stage, stages } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type FoundRows, RecordTable } from '../shared/records/record-table.tsx';
import { usDay } from '../shared/us-dates.ts';
import { warningsOf } from './application-labels.ts';
import { StageSelect } from './stage-marks.tsx';

interface ApplicationsTableProps extends FoundRows<Application> {
  onOpen: (application: Application) => void;
  onMove: (application: Application, stage: Stage) => void;
}

export function ApplicationsTable({ onMove, ...list }: ApplicationsTableProps) {
  return (
    <RecordTable
      {...list}
      caption="Applications"
      columns={[
        {
          name: 'applicant',
          label: 'Applicant',
          value: applicantName,
          cell: (application) => <Marks application={application} />,
          className: 'w-1/3',
        },
        {
          name: 'stage',
          label: 'Stage',
          value: ({ stage }) => stages.indexOf(stage),
          cell: (application) => (
            <span className="*:min-h-7! *:py-0! *:pointer-coarse:min-h-11!">
              <StageSelect
                application={application}
                onMove={(stage) => onMove(application, stage)}
              />
            </span>
          ),
        },
        { name: 'position', label: 'Position', value: jobName, className: 'w-1/5', isCut: true },
        {
          name: 'sent',
          label: 'Sent',
          value: (one) => one.created_at,
          cell: ({ created_at }) => <time dateTime={created_at}>{usDay(created_at)}</time>,
        },
        {
          name: 'city',
          label: 'City',
          value: ({ city, state }) => `${city}, ${state}`,
          className: 'w-1/6',
          isCut: true,
        },
      ]}
      order="-sent"
    />
  );
}

function Marks({ application }: { application: Application }) {
  const { opened_at, flagged, certification, applied_before } = application;
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {opened_at === null && <Badge tone="info">New</Badge>}
      {flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
      {certification === 0 && <Badge tone="danger">Not certified</Badge>}
      {Object.keys(warningsOf(application)).length > 0 && (
        <Badge tone="lane">{warnings.check}</Badge>
      )}
      {applied_before.length > 0 && <Badge>Applied before</Badge>}
    </span>
  );
}
