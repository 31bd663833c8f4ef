import type { ListedClaim } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { Badge } from '#web/ui/badge.tsx';
import { tones } from './claim-format.ts';

const overdueTexts = { acknowledge: 'Acknowledgment overdue', decide: 'Decision overdue' };

/** The badges of a claim: status, for the office overdue, disputed. */
export function ClaimMarks({ claim, isAdmin }: { claim: ListedClaim; isAdmin: boolean }) {
  const { status, overdue, driver_response } = claim;
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>
      {isAdmin && overdue && <Badge tone="danger">{overdueTexts[overdue]}</Badge>}
      {driver_response === 'disputed' && <Badge tone="lane">{messages.responses.disputed}</Badge>}
    </span>
  );
}
