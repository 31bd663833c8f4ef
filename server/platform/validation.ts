import * as z from 'zod/mini';
import { underOwnKeys } from '#contract/key-case.ts';
import { field, general } from '#contract/messages/general.ts';
import { invalid } from './errors.ts';

// The contract brings its own sentences; what slips past them is still said in words.
z.config({ localeError: () => 'This is not what belongs here.' });

/** What was sent with its keys in the schema's own spelling, those of objects in lists too. */
function inOwnKeys(schema: z.ZodMiniType, sent: unknown): unknown {
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema._zod.def;
    return Array.isArray(sent)
      ? sent.map((entry) => inOwnKeys(element as z.ZodMiniType, entry))
      : sent;
  }
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (!(schema instanceof z.ZodMiniObject) || !isObject) return sent;
  const { shape } = schema;
  const known = underOwnKeys(Object.keys(shape), sent as Record<string, unknown>);
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [
      key,
      inOwnKeys(shape[key] as z.ZodMiniType, value),
    ]),
  );
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
  const known = schema instanceof z.ZodMiniObject ? inOwnKeys(schema, value) : {};
  const result = z.safeParse(schema, known);
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
    const found = Object.entries(special).find(([name]) => Object.hasOwn(fields, name));
    if (!found) return undefined;
    const [name, sentence] = found;
    // What is there but wrong is told as what it is.
    return fields[name] === field.required ? sentence : fields[name];
  }
  return Object.values(fields).includes(field.required) ? special : undefined;
}
