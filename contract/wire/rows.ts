/** Lists of records within a body. */
import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { isBlank } from '../text/blank-text.ts';
import { underOwnKeys } from './key-case.ts';

const maxRows = 50;

function isBlankRow(row: unknown): boolean {
  if (row === null || row === undefined) return true;
  if (typeof row !== 'object' || Array.isArray(row)) return false;
  return Object.entries(row).every(
    ([key, value]) =>
      key === 'id' ||
      value === null ||
      value === undefined ||
      value === false ||
      value === 0 ||
      (typeof value === 'string' && (isBlank(value) || value === '0' || value === 'false')),
  );
}

/** Parses JSON of records; throws for a list of lists, because thousands of them in each other keep a parser busy. */
export function jsonIn(text: string): unknown {
  if (/^\s*\[\s*\[/.test(text)) throw new SyntaxError('A list of lists.');
  return JSON.parse(text);
}

/** Rows as JSON text (multipart) or a list. Blank rows are dropped; errors use the original index. */
export function rows<R extends z.ZodMiniObject>(row: R) {
  const known = Object.keys(row.shape);
  const own = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? underOwnKeys(known, entry as Record<string, unknown>)
      : entry;
  return z._default(
    z.pipe(
      z.pipe(
        z.union([z.string(), z.array(z.unknown())], { error: field.list }),
        z.transform((value, context) => {
          let list: unknown = value;
          try {
            if (typeof value === 'string') list = value.trim() === '' ? [] : jsonIn(value);
          } catch {
            list = undefined;
          }
          if (Array.isArray(list) && list.length <= maxRows) {
            return list.map((entry) => (isBlankRow(entry) ? undefined : own(entry)));
          }
          context.issues.push({ code: 'custom', message: field.list, input: value });
          return z.NEVER;
        }),
      ),
      z.pipe(
        z.array(z.optional(row)),
        z.transform((list) => list.filter((entry) => entry !== undefined)),
      ),
    ),
    [],
  );
}
