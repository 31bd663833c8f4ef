/** Describes the fields of a record once; schemas, form, view, card, conflicts, search and exports derive from it. */
import * as z from 'zod/mini';
import { version } from './fields.ts';

/** Determines a field's control, reply schema and display format. */
export type FieldKind =
  /** The record's own id, set by the server. */
  | 'id'
  /** The id of another record; `nameField` names it. */
  | 'reference'
  | 'line'
  | 'username'
  | 'email'
  | 'phone'
  /** Never shown, compared or kept; named as autocomplete names them. */
  | 'current-password'
  | 'new-password'
  | 'text'
  /** YYYY-MM-DD. */
  | 'date'
  /** Dollars, shown with 2 decimals. */
  | 'money'
  /** Hours of work or leave, shown as they are. */
  | 'hours'
  /** Any other number, shown as it is. */
  | 'number'
  /** One of `options`. */
  | 'choice'
  /** 0 or 1. */
  | 'flag';

export interface RecordField {
  kind: FieldKind;
  /** Label of the form and the card, header of the exported column. */
  label: string;
  /** Schema of a creation. A field without it is set by the server and is in no form. */
  schema?: z.ZodMiniType;
  /** Schema of an update; by default `schema`, optional and without its default value. */
  updateSchema?: z.ZodMiniType;
  /** Schema of the reply; by default from `kind`, nullable when `schema` is optional. */
  replySchema?: z.ZodMiniType;
  /** For OpenAPI, such as a unit. */
  description?: string;
  /** Shown under the control. */
  hint?: string;
  /** The field of the reply with the referenced record's name. */
  nameField?: string;
  /** The latest date. */
  max?: () => string;
  options?: readonly (string | { value: string; label: string })[];
  /** Label of the empty option of an optional choice, or of a reference without options. */
  placeholder?: string;
  /** Spans the form's row; by default only for long texts. */
  isWide?: boolean;
  /** A Spanish version: forms fold it away. */
  isSpanish?: true;
}

/** The fields of a record by their wire names, in the order of the form. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** The names of the fields that users fill in. */
export type EditableName<F extends RecordFields> = {
  [K in keyof F & string]: F[K] extends { schema: z.ZodMiniType } ? K : never;
}[keyof F & string];

type SchemaOf<F> = F extends { schema: infer S extends z.ZodMiniType } ? S : never;
type WithoutDefault<S> = S extends z.ZodMiniDefault<infer I extends z.ZodMiniType> ? I : S;
type UpdateOf<F> = F extends { updateSchema: infer S extends z.ZodMiniType }
  ? S
  : z.ZodMiniOptional<WithoutDefault<SchemaOf<F>>>;
type ReplyOf<F> = F extends { replySchema: infer S extends z.ZodMiniType }
  ? S
  : F extends { schema: infer S extends z.ZodMiniType }
    ? z.ZodMiniType<z.output<S>>
    : z.ZodMiniType<number>;

type CreateShape<F extends RecordFields> = { [K in EditableName<F>]: SchemaOf<F[K]> };
type UpdateShape<F extends RecordFields> = { [K in EditableName<F>]: UpdateOf<F[K]> } & {
  version: ReturnType<typeof version>;
};
type ReplyShape<F extends RecordFields> = { -readonly [K in keyof F]: ReplyOf<F[K]> };

/** The entries of the fields that users fill in. */
export function editableFields<F extends RecordFields>(fields: F) {
  return Object.entries(fields).filter(([, { schema }]) => schema !== undefined) as [
    EditableName<F>,
    RecordField & { schema: z.ZodMiniType },
  ][];
}

/** Whether a creation needs a value. */
export function isRequired({ schema }: RecordField): boolean {
  return schema !== undefined && !z.safeParse(schema, '').success;
}

function described<S extends z.ZodMiniType>(schema: S, { description }: RecordField): S {
  return description === undefined ? schema : schema.check(z.describe(description));
}

/** The body of a creation. */
export function createShape<F extends RecordFields>(fields: F): CreateShape<F> {
  const shape = editableFields(fields).map(([name, field]) => [
    name,
    described(field.schema, field),
  ]);
  return Object.fromEntries(shape) as CreateShape<F>;
}

/** The body of a change: only the keys that are sent change. */
export function updateShape<F extends RecordFields>(fields: F): UpdateShape<F> {
  const shape = editableFields(fields).map(([name, field]) => {
    const schema = field.updateSchema ?? z.optional(withoutDefault(field.schema));
    return [name, described(schema, field)];
  });
  return { ...Object.fromEntries(shape), version: version() } as UpdateShape<F>;
}

function withoutDefault(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniDefault ? (schema._zod.def.innerType as z.ZodMiniType) : schema;
}

/** The reply with a record. */
export function replyShape<F extends RecordFields>(fields: F): ReplyShape<F> {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    described(field.replySchema ?? replyOf(field), field),
  ]);
  return Object.fromEntries(shape) as ReplyShape<F>;
}

function replyOf(field: RecordField): z.ZodMiniType {
  const isOptional = field.schema !== undefined && !isRequired(field);
  const nullable = (schema: z.ZodMiniType) => (isOptional ? z.nullable(schema) : schema);
  switch (field.kind) {
    case 'id':
    case 'reference':
      return nullable(z.int());
    case 'date':
      return nullable(z.string());
    case 'money':
    case 'hours':
    case 'number':
      return nullable(z.number());
    case 'flag':
      return z.literal([0, 1]);
    case 'line':
    case 'username':
    case 'email':
    case 'phone':
    case 'current-password':
    case 'new-password':
    case 'text':
      return z.string();
    case 'choice': {
      const values = (field.options ?? []).map((one) =>
        typeof one === 'string' ? one : one.value,
      );
      return z.enum(isOptional ? [...values, ''] : values);
    }
  }
}
