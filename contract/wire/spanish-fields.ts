import * as z from 'zod/mini';
import { optionalLine, optionalText } from './fields.ts';
import type { RecordField, RecordFields } from './record-fields.ts';

interface SpanishField extends RecordField {
  schema: ReturnType<typeof optionalText>;
  replySchema: z.ZodMiniOptional<z.ZodMiniString>;
}

type Spelled<Name extends string, Suffix extends string> = {
  [K in Name as `${K}${Suffix}`]: SpanishField;
};

/** In replies there is none without a text, so that records without Spanish stay as they are. */
export const spanishReply = () => z.optional(z.string());

/** The fields and, after them, the Spanish versions of some: `titleEs` or `title_es` of `title`. */
export function withSpanish<
  F extends RecordFields,
  Name extends keyof F & string,
  Suffix extends 'Es' | '_es',
>(fields: F, suffix: Suffix, names: readonly Name[]): F & Spelled<Name, Suffix> {
  const versions = names.map((name) => {
    const field = fields[name] as RecordField;
    const version: SpanishField = {
      ...field,
      label: `${field.label} (Spanish)`,
      schema: field.kind === 'line' ? optionalLine(200) : optionalText(),
      replySchema: spanishReply(),
      description: `The Spanish version of ${name}. A reply has it only if there is one.`,
      isSpanish: true,
    };
    return [name + suffix, version];
  });
  return { ...fields, ...Object.fromEntries(versions) };
}
