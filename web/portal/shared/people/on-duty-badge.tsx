import { duty as messages } from '#contract/messages/duty.ts';
import { weekdayLabel } from '#contract/rules/office-hours.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Marks an admin who is on duty; nothing for others. */
export function OnDutyBadge({ until }: { until: string | undefined }) {
  if (until === undefined) return null;
  return (
    <Badge className="align-middle" title={messages.until(weekdayLabel(until))} tone="success">
      {messages.onDuty}
    </Badge>
  );
}
