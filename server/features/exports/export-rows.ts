import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { company } from '#contract/company/profile.ts';
import { type DriverFile, needsCheck } from '#contract/driver-file.ts';
import type { ExportName } from '#contract/exports.ts';
import {
  type DriverFileFilter,
  driverFilterText,
  wantedItems,
} from '#contract/filters/driver-file.ts';
import { today } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { partRows, partsOf } from '../../platform/http/lists.ts';
import type { Reader } from './export-list.ts';
import { exportLists } from './export-lists.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The rows of a record: one, and of a driver's file the wanted documents, those that are missing too. */
function rowsOf(
  name: ExportName,
  record: object,
  values: Readonly<Record<string, string>>,
  ctx: AppContext,
  user: Reader,
): readonly object[] {
  if (name !== 'driver-file') return [record];
  const filter = values as DriverFileFilter;
  const { items: _, ...driver } = record as DriverFile;
  if (driver.is_driver === 0 && user.role === 'admin') return [];
  const paper = {
    company: company.name,
    as_of: today(ctx.now()),
    filter: driverFilterText(filter),
  };
  return wantedItems(record as DriverFile, filter).map((item) => ({
    ...driver,
    ...item,
    ...(item.status === 'missing' && needsCheck(item) && { status: 'unchecked' }),
    ...paper,
  }));
}

/** Which rows are exported. */
export interface ExportFilter {
  /** The parsed query of the list's call. */
  query: object;
  /** The search and the filters of its screen. */
  shown: Readonly<Record<string, string>>;
}

/** The rows of a list that the user may see and the filter selects, in the order of the list. */
export async function* exportPages(
  ctx: AppContext,
  user: Reader,
  name: ExportName,
  { query, shown }: ExportFilter,
): AsyncGenerator<readonly Row[]> {
  const { filter, open } = exportLists[name];
  const values = { ...filter?.none, ...shown };
  const now = ctx.now();
  const isShown = (row: object) => filter?.matches(row as never, values, now) ?? true;
  // Parsed with the query of this list.
  for await (const part of partsOf(open(ctx, user, query as never))) {
    const rows = part.filter(isShown).flatMap((row) => rowsOf(name, row, values, ctx, user));
    for (let at = 0; at < rows.length; at += partRows) {
      yield rows.slice(at, at + partRows) as readonly Row[];
      await yieldToEventLoop();
    }
  }
}
