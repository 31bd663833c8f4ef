import type { Db } from '../../database/open.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { insertNote, selectNotes } from './inquiries.queries.ts';

/** Adds what happened to an inquiry's timeline. */
export async function recordEvent(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  inquiryId: number,
  event: { kind: string; text: string; author_id?: number | null; sender?: string },
): Promise<void> {
  await insertNote(tx, { inquiry_id: inquiryId, created_at: now.toISOString(), ...event });
}

/** Whether the timeline has these words of the customer. Lock the inquiry before. */
export async function hasEvent(tx: Db, inquiryId: number, text: string): Promise<boolean> {
  return (await selectNotes(tx, [inquiryId])).some(
    (note) => note.kind === 'customer' && note.text === text,
  );
}
