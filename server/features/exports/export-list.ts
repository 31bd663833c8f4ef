/** What an exported list declares. */
import type * as z from 'zod/mini';
import type { ListFilter } from '#contract/filters/list-filter.ts';
import type { Access } from '#contract/wire/access.ts';
import type { FieldKind, RecordField } from '#contract/wire/record-fields.ts';

/** A filter whose rows and values aren't known. */
export type AnyFilter = ListFilter<never, Record<string, string>>;

export interface ExportField {
  label?: string;
  kind?: ColumnKind;
  nameField?: string;
  /** The labels of values; a value of an enumeration without one is shown as words. */
  options?: RecordField['options'];
}

export interface ExportList {
  /** The name of the sheet. */
  title: string;
  access: Access;
  /** The query of the list's own call. */
  query?: z.ZodMiniObject;
  /** The search and the filters of its screen, which the server applies to the rows. */
  filter?: AnyFilter;
  /** A record of the list. A field that is added to it becomes a column by itself. */
  row: z.ZodMiniObject;
  /** Described fields; any other field is named after its key and has the kind of its schema. */
  fields?: Readonly<Record<string, ExportField>>;
  /** For the portal only, such as keys of files. */
  omit?: readonly string[];
  /** Employees don't get these. */
  adminOnly?: readonly string[];
}

/** What a column has: the kind of a described field, an instant, several values, or JSON. */
export type ColumnKind = FieldKind | 'instant' | 'list' | 'json';

/** A list's filter for an export. */
export const filteredBy = <Row, Values extends { [Name in keyof Values]: string }>(
  filter: ListFilter<Row, Values>,
) => filter as unknown as AnyFilter;

/** The labels of a field's values. */
export const labelled = (labels: Readonly<Record<string, string>>) => ({
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});

/** Declares a list with its own type. */
export const define = <const L extends ExportList>(list: L): L => list;
