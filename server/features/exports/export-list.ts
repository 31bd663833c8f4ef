/** What an exported list declares. */
import * as z from 'zod/mini';
import type { ListFilter } from '#contract/filters/list-filter.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Access } from '#contract/wire/access.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { FieldKind, RecordField } from '#contract/wire/record-fields.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { FilterOf, List, ReadPage } from '../../platform/http/lists.ts';
import { allUsers } from '../users/users.service.ts';

/** A filter whose rows and values aren't known. */
export type AnyFilter = ListFilter<never, Record<string, string>>;

export interface ExportField {
  label?: string;
  kind?: ColumnKind;
  nameField?: string;
  /** The labels of values; a value of an enumeration without one is shown as words. */
  options?: RecordField['options'];
}

/** Decides, as in the list's own call, which rows are read. */
export type Reader = Pick<AuthUser, 'userId' | 'role'>;

type Open<Query> = (ctx: AppContext, user: Reader, query: Query) => List<object>;

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
  /** Reads the list through the service of its own call. */
  open: Open<never>;
}

/** What a column has: the kind of a described field, an instant, several values, or JSON. */
export type ColumnKind = FieldKind | 'instant' | 'list' | 'json';

/** A list's filter for an export. */
export const filteredBy = <Row, Values extends { [Name in keyof Values]: string }>(
  filter: ListFilter<Row, Values>,
) => filter as unknown as AnyFilter;

/** The labels of a field's values, in the language of the file. */
export const labelled = (labels: () => Readonly<Record<string, string>>) => ({
  get options() {
    return Object.entries(labels()).map(([value, label]) => ({ value, label }));
  },
});

/** A list with the access, the query and the record of its call, where it names no others. */
export function listOf<const E extends Endpoint>(
  call: E,
  list: Partial<ExportList> & { title: string; open: Open<FilterOf<E>> },
): ExportList {
  const { access, query, reply } = call;
  const record = reply instanceof z.ZodMiniArray ? reply._zod.def.element : undefined;
  const row = list.row ?? record;
  if (!(row instanceof z.ZodMiniObject)) throw new Error(`${call.name} has no record`);
  return { access, ...(query && { query }), ...list, row };
}

/** A list that is read at once. */
export async function* whole(read: () => Promise<object[]> | object[]): AsyncGenerator<object[]> {
  yield await read();
}

/** The list with more columns. */
export function withColumns<R extends object>(
  list: ReadPage<R>,
  columnsOf: (row: R) => Promise<object>,
): ReadPage<object> {
  return async (before, limit) => {
    const { rows, end } = await list(before, limit);
    const added = await Promise.all(rows.map(columnsOf));
    return { rows: rows.map((row, index) => ({ ...row, ...added[index] })), end };
  };
}

/** Returns the names of open accounts by their ids; all are read once for an export. */
export function namesIn({ db }: AppContext): (ids: readonly number[]) => Promise<string[]> {
  let names: Promise<Map<number, string>> | undefined;
  const read = async () =>
    new Map((await allUsers(db)).map((person) => [person.user_id, personName(person)]));
  return async (ids) => {
    names ??= read();
    const known = await names;
    return ids.flatMap((id) => known.get(id) ?? []);
  };
}
