import { receipts as messages } from '#contract/messages/receipts.ts';
import type { Receipt, ReceiptKind } from '#contract/receipts.ts';

/** The name of each kind's page. */
export const kindTitles: Record<ReceiptKind, string> = messages.kinds;

/** Shown where nothing is assigned yet. */
export const assignHint = 'Assign files under Training, Settlements, Reports and Employee Files.';

/** The missing step of a receipt; null when complete. */
export function missingStep({ missing, opened_at }: Pick<Receipt, 'missing' | 'opened_at'>) {
  if (missing === 0) return null;
  return opened_at === null ? 'Not opened' : 'Not confirmed';
}
