import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Cursor } from './cursor.ts';

export interface JsonPage {
  /** A JSON list. */
  json: string;
  /** Where the next page begins; null after the last. */
  end: Cursor | null;
}

/** Builds a page of rows that are JSON already. Pass `limit + 1` rows. */
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

/** Streams a long list page by page as one JSON list; other requests run between the pages. */
export async function* streamJson(
  read: (before: Cursor | null) => Promise<JsonPage>,
): AsyncGenerator<string> {
  let before: Cursor | null = null;
  let separator = '[';
  do {
    const page: JsonPage = await read(before);
    const inside = page.json.slice(1, -1);
    if (inside) {
      yield separator + inside;
      separator = ',';
    }
    before = page.end;
    await yieldToEventLoop();
  } while (before);
  yield separator === '[' ? '[]' : ']';
}
