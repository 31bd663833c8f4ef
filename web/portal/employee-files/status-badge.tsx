import type { SubmissionStatus } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  Incomplete: 'info',
  Complete: 'success',
  Rejected: 'danger',
  Archived: 'neutral',
} as const;

/** The status of a version or a file (F6); 'No Status' when nothing was sent (F1). */
export function StatusBadge({ status }: { status: SubmissionStatus | null }) {
  if (status === null) return <Badge>{messages.noStatus}</Badge>;
  return <Badge tone={tones[status]}>{status}</Badge>;
}
