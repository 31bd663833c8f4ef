import { field } from '#contract/messages/general.ts';
import { invalid } from './errors.ts';

/** The last row of a page: its value in the sorted column, and its id. */
export interface Cursor {
  at: string;
  id: number;
}

/** Encodes a cursor as opaque text. */
export function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Decodes `before`: null when absent; throws 400 for text that we never sent. */
export function decodeCursor(before: string | undefined): Cursor | null {
  if (before === undefined || before === '') return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(before, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && isText(at) && isId(id)) {
      return { at, id };
    }
  } catch {}
  throw invalid({ before: field.cursor });
}

// PostgreSQL rejects NUL and lone surrogates; our cursors hold dates and instants.
function isText(at: string): boolean {
  return /^[\x20-\x7e]*$/.test(at);
}

// Our id columns hold 31-bit integers.
function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && Math.abs(id) <= 2_147_483_647;
}

/** Splits off one page and returns the cursor of the next one. Pass `limit + 1` rows. */
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

/** Returns one page of all rows, in the order of their ids. */
export function sliceById<R>(
  rows: R[],
  limit: number | undefined,
  after: Cursor | null,
  idOf: (row: R) => number,
): { rows: R[]; next: string | null } {
  const rest = rows.filter((row) => after === null || idOf(row) > after.id);
  return pageOf(rest, limit, (row) => ({ at: '', id: idOf(row) }));
}
