import type { Inquiry } from '#contract/inquiries.ts';
import { updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { insertNote } from './inquiries.queries.ts';

/** Sets the status of a locked inquiry, because a quote was sent or accepted, with the times that follow from it. */
export async function setInquiryStatus(
  { tx, now }: Write,
  inquiry: InquiryRow,
  status: Exclude<Inquiry['status'], 'new'>,
): Promise<void> {
  if (inquiry.status === status) return;
  const at = now.toISOString();
  await updateRecord(tx, 'inquiries', inquiry.id, {
    status,
    due_at: null,
    replied_at: inquiry.replied_at ?? at,
    decided_at: status === 'won' || status === 'lost' ? at : null,
  });
}

/** Adds what happened to an inquiry's timeline. */
export async function recordEvent(
  { tx, now }: Write,
  inquiryId: number,
  event: { kind: string; text: string; author_id: number | null; sender?: string },
): Promise<void> {
  await insertNote(tx, { inquiry_id: inquiryId, created_at: now.toISOString(), ...event });
}
