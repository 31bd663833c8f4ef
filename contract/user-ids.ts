import * as z from 'zod/mini';
import { field } from './messages/general.ts';

const most = 10_000;

function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // A list of ids opens once; depth would only keep the parser busy.
  if (value.indexOf('[') !== value.lastIndexOf('[')) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function idOf(entry: unknown): number | null {
  const number = typeof entry === 'string' && /^[1-9]\d{0,9}$/.test(entry) ? Number(entry) : entry;
  const isId =
    typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 2_147_483_647;
  return isId ? number : null;
}

/** Ids of users, each once: a JSON list in a text field, or a list; '' is the empty list. `none` is said about an empty one. */
export const userIds = (none?: string) =>
  z.pipe(
    z.union([z.string(), z.array(z.unknown())], {
      error: (issue) => (issue.input === undefined ? (none ?? field.required) : field.idList),
    }),
    z.transform((value: string | unknown[], context): number[] => {
      const list = value === '' ? [] : listOf(value);
      const ids = Array.isArray(list) && list.length <= most ? list.map(idOf) : [null];
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      if (ids.includes(null)) return refuse(field.idList);
      if (ids.length === 0 && none !== undefined) return refuse(none);
      return [...new Set(ids as number[])];
    }),
  );

/** Ids of users in a change: left out or '' they stay as they are, `[]` is nobody. */
export const anyUserIds = () =>
  z.optional(
    z.union(
      [
        z.pipe(
          z.literal(''),
          z.transform(() => undefined),
        ),
        userIds(),
      ],
      { error: field.idList },
    ),
  );
