import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type JsonLines, lineEnd } from '../database/json-lines.ts';
import type { Cursor } from './cursor.ts';

export interface JsonPage {
  /** A JSON list. */
  json: string;
  /** Where the next page begins; null after the last. */
  end: Cursor | null;
}

/** Builds a page of records. Pass `limit + 1` of them. */
export function jsonPage<R>(
  { text, count }: JsonLines,
  limit: number,
  cursorOf: (record: R) => Cursor,
): JsonPage {
  if (count <= limit) return { json: `[${text}]`, end: null };
  const json = `[${text.slice(0, text.lastIndexOf(lineEnd))}]`;
  return { json, end: cursorOf(endsOf<R>(json)[1]) };
}

/** The first and the last record of a page that has any. */
export function endsOf<R>(json: string): [first: R, last: R] {
  const lines = json.slice(1, -1);
  const [firstEnd, lastEnd] = [lines.indexOf(lineEnd), lines.lastIndexOf(lineEnd)];
  const first = firstEnd < 0 ? lines : lines.slice(0, firstEnd);
  const last = lastEnd < 0 ? lines : lines.slice(lastEnd + lineEnd.length);
  return [JSON.parse(first) as R, JSON.parse(last) as R];
}

/** A JSON list in chunks. The last one is returned: a list of one page is one text, which takes half the time of a stream. */
export type JsonChunks = AsyncGenerator<string, string>;

/** Reads a long list page by page; other requests run between the pages. */
export async function* streamJson(read: (before: Cursor | null) => Promise<JsonPage>): JsonChunks {
  let page = await read(null);
  if (!page.end) return page.json;
  let separator = '[';
  while (page.end) {
    yield separator + page.json.slice(1, -1);
    separator = ',';
    await yieldToEventLoop();
    page = await read(page.end);
  }
  const rest = page.json.slice(1, -1);
  return rest ? `,${rest}]` : ']';
}

/** A reply that is JSON text already, whole or in chunks. */
export class RawJson {
  readonly #text: string | JsonChunks;

  constructor(text: string | JsonChunks) {
    this.#text = text;
  }

  /** Waits for the first chunk: until the stream begins, a failure still gets an error reply. */
  async toBody(): Promise<string | Readable> {
    const chunks = this.#text;
    if (typeof chunks === 'string') return chunks;
    const first = await chunks.next();
    if (first.done) return first.value;
    const { value } = first;
    async function* all() {
      yield value;
      const last = yield* chunks as JsonChunks;
      yield last;
    }
    return Readable.from(all());
  }
}
