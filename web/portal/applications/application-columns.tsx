import { type Stage, stages } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Columns } from '../shared/records/record-table.tsx';
import { usDay } from '../shared/us-dates.ts';
import { otherLabel, warningsOf } from './application-labels.ts';
import { StageSelect } from './stage-marks.tsx';

export function applicationColumns(
  onMove: (application: Application, stage: Stage) => void,
): Columns<Application> {
  return [
    {
      label: 'Applicant',
      value: applicantName,
      cell: (application) => <Marks application={application} />,
      className: 'w-1/3',
    },
    {
      label: 'Stage',
      value: ({ stage }) => stages.indexOf(stage),
      cell: (one) => (
        <span className="*:min-h-7! *:py-0! *:pointer-coarse:min-h-11!">
          <StageSelect application={one} onMove={(stage) => onMove(one, stage)} />
        </span>
      ),
    },
    { label: 'Position', value: jobName, cut: 'w-1/5' },
    { label: 'Sent', value: (one) => one.created_at, cell: (one) => usDay(one.created_at) },
    { label: 'City', value: ({ city, state }) => `${city}, ${state}`, cut: 'w-1/6' },
  ];
}

function Marks({ application }: { application: Application }) {
  const { opened_at, flagged, certification, language, other_applications } = application;
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {opened_at === null && <Badge tone="info">New</Badge>}
      {flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
      {language === 'es' && <Badge>Spanish</Badge>}
      {certification === 0 && <Badge tone="danger">Not certified</Badge>}
      {Object.keys(warningsOf(application)).length > 0 && (
        <Badge tone="lane">{warnings.check}</Badge>
      )}
      {other_applications.length > 0 && <Badge>{otherLabel(other_applications)}</Badge>}
    </span>
  );
}
