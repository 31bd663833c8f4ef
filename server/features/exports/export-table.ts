import type { ExportFormat, ExportName } from '#contract/exports.ts';
import { wallClock } from '#contract/rules/dates.ts';
import { type Cell, csvLine } from '#contract/text/csv.ts';
import { t } from '#contract/text/languages.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type XlsxColumn, type XlsxFormat, xlsx } from '../../platform/formats/xlsx.ts';
import { type ExportColumn, exportColumns, exportTitle } from './export-columns.ts';
import type { ColumnKind, Reader } from './export-list.ts';
import { type ExportFilter, exportPages } from './export-rows.ts';

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Format and width of the columns that aren't a line of text. */
const looks: Partial<Record<ColumnKind, readonly [format: XlsxFormat, width: number]>> = {
  id: ['number', 9],
  reference: ['number', 9],
  number: ['number', 9],
  hours: ['hours', 10],
  money: ['money', 12],
  date: ['date', 12],
  instant: ['time', 20],
  text: ['text', 60],
  json: ['text', 60],
};

function toXlsxColumn({ header, kind }: ExportColumn): XlsxColumn {
  const [format, width] = looks[kind] ?? ['text', 24];
  return { header, format, width: Math.max(width, Math.min(header.length + 2, 40)) };
}

/** Labels instead of codes, instants in the company's time zone. */
function toCell({ kind, labels }: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return value === 1 || value === true ? t('Yes', 'Sí') : t('No', 'No');
  if (kind === 'instant')
    return wallClock(new Date(String(value)))
      .slice(0, 19)
      .replace('T', ' ');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : (labels?.get(String(value)) ?? String(value));
}

async function* cells(
  columns: readonly ExportColumn[],
  pages: ReturnType<typeof exportPages>,
): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) {
    yield rows.map((row) => columns.map((column) => toCell(column, row[column.name])));
  }
}

/** A CSV file that Excel opens with accented letters intact. */
async function* csv(
  header: readonly string[],
  pages: AsyncGenerator<Cell[][]>,
): AsyncGenerator<string> {
  const first = await pages.next();
  yield `\uFEFF${csvLine(header)}`;
  if (first.done) return;
  yield first.value.map(csvLine).join('');
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

/** Streams a list as a file. Everything up to its first rows is read before the first bytes. */
export function exportFile(
  ctx: AppContext,
  user: Reader,
  name: ExportName,
  format: ExportFormat,
  filter: ExportFilter,
): AsyncGenerator<string | Buffer> {
  const columns = exportColumns(name, user.role);
  const pages = cells(columns, exportPages(ctx, user, name, filter));
  if (format === 'xlsx') {
    return xlsx(exportTitle(name), columns.map(toXlsxColumn), pages, ctx.now());
  }
  return csv(
    columns.map(({ header }) => header),
    pages,
  );
}
