import type { Write } from '../../platform/writes/writes.ts';
import { insertNote } from './inquiries.queries.ts';

/** Adds what happened to an inquiry's timeline. */
export async function recordEvent(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  inquiryId: number,
  event: { kind: string; text: string; author_id?: number | null; sender?: string },
): Promise<void> {
  await insertNote(tx, { inquiry_id: inquiryId, created_at: now.toISOString(), ...event });
}
