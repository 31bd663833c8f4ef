import { setImmediate as breathe } from 'node:timers/promises';
import type { Cursor } from './cursor.ts';

/** A page of a list as the text of a JSON list, and where the next one begins; null for the last. */
export interface JsonPage {
  json: string;
  end: Cursor | null;
}

/** The page of rows that are JSON already; read one more than `limit` to know whether it is the last. */
export function jsonPage<R extends { json: string }>(
  found: readonly R[],
  limit: number,
  cursorOf: (row: R) => Cursor,
): JsonPage {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    json: `[${rows.map((row) => row.json).join(',')}]`,
    end: last ? cursorOf(last) : null,
  };
}

/** A long list as pieces of one JSON list; other calls get their turn between the pieces. */
export async function* jsonPieces(
  read: (before: Cursor | null) => Promise<JsonPage>,
): AsyncGenerator<string> {
  let before: Cursor | null = null;
  let comma = '';
  yield '[';
  do {
    const page: JsonPage = await read(before);
    const inside = page.json.slice(1, -1);
    if (inside) yield comma + inside;
    comma = ',';
    before = page.end;
    await breathe();
  } while (before);
  yield ']';
}
