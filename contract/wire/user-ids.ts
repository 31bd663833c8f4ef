import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { emptyToUndefined, parseId } from './fields.ts';

const maxIds = 10_000;

function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // A list of ids has one bracket; a deeply nested one would only keep the parser busy.
  if (value.indexOf('[') !== value.lastIndexOf('[')) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Ids of users, each once: a JSON list in a text field, or a list; '' is the empty list. `none` is the error of an empty list. */
export const userIds = (none?: string) =>
  z.pipe(
    z.union([z.string(), z.array(z.unknown())], {
      error: (issue) => (issue.input === undefined ? (none ?? field.required) : field.idList),
    }),
    z.transform((value: string | unknown[], context): number[] => {
      const list = value === '' ? [] : listOf(value);
      const ids = Array.isArray(list) && list.length <= maxIds ? list.map(parseId) : [undefined];
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      if (ids.includes(undefined)) return refuse(field.idList);
      if (ids.length === 0 && none !== undefined) return refuse(none);
      return [...new Set(ids as number[])];
    }),
  );

/** Ids of users in a change: absent or '' changes nothing, `[]` removes everyone. */
export const anyUserIds = () =>
  z.optional(z.union([emptyToUndefined, userIds()], { error: field.idList }));
