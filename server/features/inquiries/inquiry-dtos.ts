/** Inquiries as replies have them. What else belongs to an inquiry is read here, for all rows of a page at once. */
import type { Inquiry, InquiryEvent, InquiryNote } from '#contract/inquiries.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Db } from '../../database/open.ts';
import { quotesOf } from '../quotes/quotes-reading.service.ts';
import {
  type ListedInquiry,
  selectInquiry,
  selectNotes,
  selectOwners,
  type TimelineRow,
} from './inquiries.queries.ts';
import { vehiclesOf } from './inquiry-vehicles.service.ts';

export async function toDtos(
  db: Db,
  rows: readonly ListedInquiry[],
  now: Date,
): Promise<Inquiry[]> {
  const ids = rows.map(({ id }) => id);
  const quotes = await quotesOf(db, ids, now);
  const notes = Map.groupBy(await selectNotes(db, ids), (note) => note.inquiry_id);
  const owners: ReadonlyMap<number | null, string> = await selectOwners(
    db,
    rows.flatMap(({ owner_id }) => owner_id ?? []),
  );
  const vehicles = await vehiclesOf(db, rows);
  return rows.map((row) => ({
    ...row,
    ...(vehicles.get(row.id) ?? { vins: [], stops: [] }),
    flagged: row.flagged === 1,
    // The release before leaves it when it changes the status.
    due_at: row.status === 'new' ? row.due_at : null,
    owner_id: owners.has(row.owner_id) ? row.owner_id : null,
    owner_name: owners.get(row.owner_id) ?? '',
    quotes: quotes.get(row.id) ?? [],
    notes: (notes.get(row.id) ?? []).map((note) => toEvent(note) as InquiryNote),
  }));
}

/** One inquiry; undefined when there is none. */
export async function readInquiryDto(db: Db, id: number, now: Date): Promise<Inquiry | undefined> {
  const row = await selectInquiry(db, id);
  return row && (await toDtos(db, [row], now)).at(0);
}

export function toEvent({ id, kind, sender, text, created_at, ...row }: TimelineRow): InquiryEvent {
  const { username, first_name, last_name } = row;
  const author = username === null ? '' : personName({ username, first_name, last_name });
  return { id, kind, author: kind === 'customer' ? sender : author, text, created_at };
}
