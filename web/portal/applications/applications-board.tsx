import { type Stage, stages } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Board } from '#web/ui/board.tsx';
import { usDay } from '../shared/us-dates.ts';
import { OtherApplications } from './stage-marks.tsx';

interface BoardProps {
  rows: readonly Application[];
  onOpen: (application: Application) => void;
  onMove: (application: Application, stage: Stage) => void;
}

const columns = stages.map((name) => ({ name, label: stageNames[name] }));

/** Applications in a column for each stage; who is hired stays so. */
export function ApplicationsBoard({ rows, onOpen, onMove }: BoardProps) {
  return (
    <Board
      columnOf={({ stage }) => stage}
      columns={columns}
      isMovable={({ stage }) => stage !== 'hired'}
      keyOf={({ id }) => id}
      nameOf={applicantName}
      onMove={onMove}
      rows={rows}
    >
      {(application) => <Card application={application} onOpen={() => onOpen(application)} />}
    </Board>
  );
}

function Card({ application, onOpen }: { application: Application; onOpen: () => void }) {
  const { created_at } = application;
  return (
    <div className="p-3">
      <button
        className="min-h-9 text-left font-display font-bold leading-snug hover:underline wrap-anywhere"
        onClick={onOpen}
        type="button"
      >
        {applicantName(application)}
      </button>
      <p className="text-sm wrap-anywhere">{jobName(application)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-steel">
        <time dateTime={created_at}>{usDay(created_at)}</time>
        {application.opened_at === null && <Badge tone="info">New</Badge>}
        {application.language === 'es' && <Badge>Spanish</Badge>}
        {application.flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
      </p>
      <OtherApplications application={application} />
    </div>
  );
}
