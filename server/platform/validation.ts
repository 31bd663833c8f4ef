import * as z from 'zod/mini';
import { underOwnKeys } from '#contract/key-case.ts';
import { field, general } from '#contract/messages/general.ts';
import { invalid } from './errors.ts';

// The contract brings its own sentences; what slips past them is still said in words.
z.config({ localeError: () => 'This is not what belongs here.' });

function keysOf(schema: z.ZodMiniType): string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}

/**
 * Parses what a caller sent against a schema of the contract; throws a 400 that names each field.
 * `special` is the sentence of the whole when a required field is missing, or by the field that is wrong.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  sent: unknown,
  special?: string | Readonly<Record<string, string>>,
): z.output<S> {
  const value = sent ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid({}, field.object);
  const result = z.safeParse(
    schema,
    underOwnKeys(keysOf(schema), value as Record<string, unknown>),
  );
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    fields[issue.path.join('.')] ??= issue.message;
  }
  throw invalid(fields, sentenceOf(fields, special) ?? general.invalid);
}

function sentenceOf(
  fields: Record<string, string>,
  special: string | Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (typeof special === 'object') {
    return Object.entries(special).find(([name]) => Object.hasOwn(fields, name))?.[1];
  }
  return Object.values(fields).includes(field.required) ? special : undefined;
}
