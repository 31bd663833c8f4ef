import { inquiryEvents, type inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { businessDayAfter } from '#contract/rules/office-hours.ts';
import type { Row } from './seed-tables.ts';

type Status = keyof typeof inquiryStatusNames;

interface SampleInquiry extends Row {
  status: Status;
  created_at: string;
  email_address: string;
  flagged: 0 | 1;
  owner_id: string | null;
  replied_at: string | null;
  decided_at: string | null;
  inquiry_notes: (Row & { created_at: string; text: string; kind?: string })[];
}

/** Adds what the server would have written: the newest note, when the reply is due, and the events of the timeline. */
export function completeInquiry(row: Row, now: Date): void {
  const inquiry = row as SampleInquiry;
  const { status, created_at, replied_at, decided_at } = inquiry;
  const notes = inquiry.inquiry_notes;
  row.note = notes.findLast(({ kind }) => kind === undefined)?.text ?? '';
  row.unread = notes.at(-1)?.kind === 'customer' ? 1 : 0;
  row.due_at = status === 'new' ? businessDayAfter(new Date(created_at)) : null;
  // Nobody is reminded of it when the company is opened.
  row.escalated_for =
    row.due_at !== null && String(row.due_at) < now.toISOString() ? row.due_at : null;
  const first = decided_at === null ? status : 'contacted';
  const moves: [at: string | null, before: Status, after: Status][] = [
    [replied_at, 'new', first],
    [decided_at, first, status],
  ];
  const events = moves.flatMap(([at, before, after]) => {
    if (at === null) return [];
    const text = inquiryEvents.status(before, after);
    return [{ kind: 'status', text, created_at: at, author_id: inquiry.owner_id }];
  });
  const text = inquiryEvents.confirmed(inquiry.flagged ? '' : inquiry.email_address);
  row.inquiry_notes = [{ kind: 'mail', text, created_at }, ...events, ...notes]
    .map((event) => ({ kind: 'note', sender: '', author_id: null, ...event }))
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}
