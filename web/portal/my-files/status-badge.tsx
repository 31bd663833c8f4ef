import type { SubmissionStatus } from '#contract/employee-files.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  Incomplete: 'info',
  Complete: 'success',
  Rejected: 'danger',
  Archived: 'neutral',
} as const;

/** SPEC.md's word for where a version or a file stands; 'No Status' when nothing was sent. */
export function StatusBadge({ status }: { status: SubmissionStatus | null }) {
  if (status === null) return <Badge>{text.noStatus}</Badge>;
  return <Badge tone={tones[status]}>{status}</Badge>;
}
