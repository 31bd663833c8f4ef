import { portal } from '#contract/messages/portal.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Shown above a form that was filled from a draft. */
export function DraftNotice() {
  return <Alert>{portal.draftRestored}</Alert>;
}
