import { paging } from '#contract/messages/paging.ts';
import { invalid } from './errors.ts';

/** Where a page ends: the sorted column's text of its last row, and the row's id. */
export interface Cursor {
  at: string;
  id: number;
}

/** The cursor as callers pass it on, without knowing what is in it. */
export function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Reads a caller's `before`; absent is null, one that we never gave out is a 400. */
export function decodeCursor(before: string | undefined): Cursor | null {
  if (before === undefined || before === '') return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(before, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && isText(at) && isId(id)) {
      return { at, id };
    }
  } catch {}
  throw invalid({ before: paging.before });
}

// PostgreSQL refuses NUL and halves of characters; ours hold dates and instants.
function isText(at: string): boolean {
  return /^[\x20-\x7e]*$/.test(at);
}

// What is larger no database column of ours takes.
function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && Math.abs(id) <= 2_147_483_647;
}

/** The rows of one page, and what to pass for the next one; read `limit + 1` rows to know. */
export function pageOf<R>(
  rows: R[],
  limit: number | undefined,
  cursorOf: (row: R) => Cursor,
): { rows: R[]; next: string | null } {
  if (limit === undefined || rows.length <= limit) return { rows, next: null };
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: last ? encodeCursor(cursorOf(last)) : null };
}

/** The same for rows that are all at hand, in the order of their ids. */
export function sliceById<R>(
  rows: R[],
  limit: number | undefined,
  after: Cursor | null,
  idOf: (row: R) => number,
): { rows: R[]; next: string | null } {
  const rest = rows.filter((row) => after === null || idOf(row) > after.id);
  return pageOf(rest, limit, (row) => ({ at: '', id: idOf(row) }));
}

/** The same for rows that are all at hand, newest first by `at` and then by id. */
export function sliceOf<R>(
  rows: R[],
  limit: number | undefined,
  before: Cursor | null,
  cursorOf: (row: R) => Cursor,
): { rows: R[]; next: string | null } {
  const isAfter = (row: R) => {
    if (before === null) return true;
    const { at, id } = cursorOf(row);
    return at < before.at || (at === before.at && id < before.id);
  };
  return pageOf(rows.filter(isAfter), limit, cursorOf);
}
