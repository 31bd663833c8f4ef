import * as z from 'zod/mini';
import { field, general } from '#contract/messages/general.ts';
import { underOwnKeys } from '#contract/wire/key-case.ts';
import { invalid } from '../runtime/errors.ts';

// A fallback: every schema of the contract has its own messages.
z.config({ localeError: () => 'This value is not valid.' });

/** Converts keys to the schema's spelling, also in lists of objects. */
function normalizeKeys(schema: z.ZodMiniType, sent: unknown): unknown {
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema._zod.def;
    return Array.isArray(sent)
      ? sent.map((entry) => normalizeKeys(element as z.ZodMiniType, entry))
      : sent;
  }
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (!(schema instanceof z.ZodMiniObject) || !isObject) return sent;
  const { shape } = schema;
  const known = underOwnKeys(Object.keys(shape), sent as Record<string, unknown>);
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [
      key,
      normalizeKeys(shape[key] as z.ZodMiniType, value),
    ]),
  );
}

/**
 * Parses input against a schema of the contract; throws a 400 that names each invalid field.
 * `special` is the overall message: for any missing required field, or by the name of an invalid field.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  sent: unknown,
  special?: string | Readonly<Record<string, string>>,
): z.output<S> {
  const value = sent ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid({}, field.object);
  const known = schema instanceof z.ZodMiniObject ? normalizeKeys(schema, value) : {};
  const result = z.safeParse(schema, known);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    fields[issue.path.join('.')] ??= issue.message;
  }
  throw invalid(fields, messageOf(fields, special) ?? general.invalid);
}

function messageOf(
  fields: Record<string, string>,
  special: string | Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (typeof special === 'object') {
    const found = Object.entries(special).find(([name]) => Object.hasOwn(fields, name));
    if (!found) return undefined;
    const [name, message] = found;
    // A value that is present but invalid has its own message.
    return fields[name] === field.required ? message : fields[name];
  }
  return Object.values(fields).includes(field.required) ? special : undefined;
}
