import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type Stage, stages } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { usDay } from '../shared/us-dates.ts';
import { AppliedBefore, StageSelect } from './stage-marks.tsx';

interface BoardProps {
  rows: readonly Application[];
  onOpen: (application: Application) => void;
  onMove: (application: Application, stage: Stage) => void;
}

/** Applications in a column for each stage. */
export function ApplicationsBoard({ rows, onOpen, onMove }: BoardProps) {
  const [dragged, setDragged] = useState<Application | null>(null);
  const byStage = Map.groupBy(rows, ({ stage }) => stage);
  return (
    <>
      <p className="text-sm text-steel pointer-coarse:hidden print:hidden">{messages.boardHint}</p>
      <section
        aria-label="Board"
        className="grid auto-cols-[minmax(13rem,1fr)] grid-flow-col gap-3 overflow-x-auto pb-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {stages.map((stage) => (
          <Column
            isTarget={dragged !== null && dragged.stage !== stage}
            key={stage}
            onDrop={() => dragged && onMove(dragged, stage)}
            rows={byStage.get(stage) ?? []}
            stage={stage}
          >
            {(application) => (
              <BoardCard
                application={application}
                onDrag={setDragged}
                onMove={(to) => onMove(application, to)}
                onOpen={() => onOpen(application)}
              />
            )}
          </Column>
        ))}
      </section>
    </>
  );
}

interface ColumnProps {
  stage: Stage;
  rows: readonly Application[];
  /** Whether a card that can be dropped here is being dragged. */
  isTarget: boolean;
  onDrop: () => void;
  children: (application: Application) => ReactNode;
}

const step = 25;

function Column({ stage, rows, isTarget, onDrop, children }: ColumnProps) {
  const [count, setCount] = useState(step);
  return (
    <section
      aria-label={stageNames[stage]}
      className={`flex min-h-48 flex-col border-t-4 bg-well p-2 ${isTarget ? 'border-signal outline-2 outline-dashed outline-signal' : 'border-ink'}`}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (isTarget) onDrop();
      }}
    >
      <h2 className="flex justify-between gap-2 px-1 pb-2 font-display font-bold">
        {stageNames[stage]}
        <span className="font-normal tabular-nums text-steel">{rows.length}</span>
      </h2>
      <ul className="grid gap-2">
        {rows.slice(0, count).map((application) => (
          <li key={application.id}>{children(application)}</li>
        ))}
      </ul>
      {rows.length > count && (
        <Button className="mt-2" onClick={() => setCount(count + step)} size="sm" variant="quiet">
          Show more
        </Button>
      )}
    </section>
  );
}

interface BoardCardProps {
  application: Application;
  onDrag: (application: Application | null) => void;
  onOpen: () => void;
  onMove: (stage: Stage) => void;
}

function BoardCard({ application, onDrag, onOpen, onMove }: BoardCardProps) {
  const { id, stage, created_at } = application;
  const isMovable = stage !== 'hired';

  function moveByKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    if (!event.shiftKey || step === 0 || !isMovable) return;
    const to = stages[stages.indexOf(stage) + step];
    event.preventDefault();
    if (to) onMove(to);
  }

  return (
    <article
      className={`border border-line bg-sheet p-3 ${isMovable ? 'cursor-grab active:cursor-grabbing' : ''}`}
      draggable={isMovable}
      onDragEnd={() => onDrag(null)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', applicantName(application));
        event.dataTransfer.effectAllowed = 'move';
        onDrag(application);
      }}
    >
      <button
        className="min-h-9 text-left font-display font-bold leading-snug text-link wrap-anywhere"
        id={nameId(id)}
        onClick={onOpen}
        onKeyDown={moveByKey}
        type="button"
      >
        {applicantName(application)}
      </button>
      <p className="text-sm wrap-anywhere">{jobName(application)}</p>
      <p className="mt-1 mb-2 flex flex-wrap items-center gap-2 text-sm text-steel">
        <time dateTime={created_at}>{usDay(created_at)}</time>
        {application.opened_at === null && <Badge tone="info">New</Badge>}
        {application.flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
      </p>
      <AppliedBefore application={application} />
      <div className="mt-2">
        <StageSelect application={application} onMove={onMove} />
      </div>
    </article>
  );
}

/** The id of the button with an applicant's name, which gets the focus after a move. */
export const nameId = (id: number) => `applicant-${id}`;
