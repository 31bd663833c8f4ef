/** What an inquiry waits for. */
import type { Inquiry } from '../inquiries.ts';
import { today } from './dates.ts';

type Planned = Pick<Inquiry, 'status' | 'due_at' | 'next_step_on'>;

const isDecided = ({ status }: Pick<Inquiry, 'status'>) => status === 'won' || status === 'lost';

/** Whether the first reply is late, or the day of the next step is over. */
export function isOverdue(inquiry: Planned, now: Date): boolean {
  return overdueSince(inquiry, now) !== null;
}

/** The due instant, or the day of the next step, that has passed; of both the later one. */
export function overdueSince(inquiry: Planned, now: Date): string | null {
  const { status, due_at, next_step_on } = inquiry;
  const isLate = status === 'new' && due_at !== null && due_at < now.toISOString();
  const isMissed = next_step_on !== null && !isDecided(inquiry) && next_step_on < today(now);
  const passed = [isLate && due_at, isMissed && next_step_on].filter((one) => one !== false);
  return passed.sort().at(-1) ?? null;
}

/**
 * Whether the last word is ours: it was answered or quoted, the sender has not written since, and of its quotes one can
 * still be accepted.
 */
export function isWaiting({
  status,
  notes,
  quotes,
}: Pick<Inquiry, 'status' | 'notes' | 'quotes'>): boolean {
  if (status !== 'contacted' && status !== 'quoted') return false;
  const sent = quotes.filter(({ sent_at }) => sent_at !== null);
  const isOpen = sent.length === 0 || sent.some((quote) => quote.status === 'sent');
  return notes.at(-1)?.kind !== 'customer' && isOpen;
}
