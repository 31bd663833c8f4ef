import type { Stage } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Select } from '#web/ui/select.tsx';
import { otherLabel, otherText, stageOptions } from './application-labels.ts';

const tones = {
  new: 'neutral',
  reviewed: 'neutral',
  interview: 'lane',
  offer: 'lane',
  hired: 'success',
  declined: 'neutral',
  withdrawn: 'danger',
} as const satisfies Record<Stage, string>;

/** The stage of an application that isn't new: new ones have a mark of their own until they are opened. */
export function StageBadge({ stage }: { stage: Stage }) {
  if (stage === 'new') return null;
  return <Badge tone={tones[stage]}>{stageNames[stage]}</Badge>;
}

/** Names another application that is perhaps the same person's. */
export function OtherApplications({
  application: { other_applications },
}: {
  application: Pick<Application, 'other_applications'>;
}) {
  const [first, ...others] = other_applications;
  if (!first) return null;
  return (
    <p className="mt-1 text-sm">
      <span className="font-semibold">{otherLabel([first])}:</span> {otherText(first)}
      {others.length > 0 && ` and ${others.length} more`}
    </p>
  );
}

interface StageSelectProps {
  application: Application;
  onMove: (stage: Stage) => void;
}

/** The menu of stages. A choice asks first; who is hired stays so. */
export function StageSelect({ application, onMove }: StageSelectProps) {
  const isHired = application.stage === 'hired';
  return (
    <Select
      aria-label={`Stage of ${applicantName(application)}`}
      className="min-h-9 py-1 text-sm pointer-coarse:min-h-11"
      onChange={(event) => onMove(event.target.value as Stage)}
      options={isHired ? stageOptions.filter(({ value }) => value === 'hired') : stageOptions}
      value={application.stage}
    />
  );
}
