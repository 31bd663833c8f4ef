import { type ImportColumn, type ImportKind, importFields } from '#contract/import.ts';
import { foldText } from '#contract/text/text-fold.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { headerNames } from './header-names.ts';
import type { SheetRow } from './sheet.ts';

/** A header without case, accents, spaces and punctuation. */
const folded = (header: string) =>
  foldText(header)
    .replaceAll('#', ' number')
    .replace(/[^a-z0-9]/g, '');

/** How well a header names a field: 0 is its own name or label, higher ones are names that other programs use. */
interface Named {
  field: string;
  rank: number;
}

/** Fields by folded header, of each header the best ones. */
function headersOf(kind: ImportKind, fields: RecordFields): Map<string, Named[]> {
  const found = new Map<string, Named[]>();
  const add = (header: string, field: string, rank: number) => {
    const named = found.get(folded(header)) ?? [];
    found.set(folded(header), [...named, { field, rank }]);
  };
  for (const [name, { label }] of Object.entries(fields)) {
    add(name, name, 0);
    add(label, name, 0);
    for (const [at, other] of (headerNames(kind)[name] ?? []).entries()) add(other, name, at + 1);
  }
  return found;
}

const known = Object.fromEntries(
  Object.entries(importFields).map(([kind, fields]) => [
    kind,
    headersOf(kind as ImportKind, fields),
  ]),
) as Record<ImportKind, Map<string, Named[]>>;

/** The field of each column by its header: the best names first, of equally good ones the first column. */
function fieldsByHeader(kind: ImportKind, headers: readonly string[]): string[] {
  const all = headers.flatMap((header, column) =>
    (known[kind].get(folded(header)) ?? []).map((named) => ({ ...named, column })),
  );
  const fields = headers.map(() => '');
  for (const { field, column } of all.sort((one, other) => one.rank - other.rank)) {
    if (fields[column] === '' && !fields.includes(field)) fields[column] = field;
  }
  return fields;
}

/** Rows in which the header is searched; titles and notes may stand above it. */
const searchedRows = 30;

/** The header: the row with most known names, or the first one with two cells. */
function headerIndex(kind: ImportKind, sheet: readonly SheetRow[]): number {
  let best = { index: -1, count: 0 };
  let firstWide = -1;
  for (const [index, { cells }] of sheet.slice(0, searchedRows).entries()) {
    const count = fieldsByHeader(kind, cells).filter((field) => field !== '').length;
    if (count > best.count) best = { index, count };
    if (firstWide < 0 && cells.filter((cell) => cell.trim() !== '').length > 1) firstWide = index;
  }
  return best.count > 0 ? best.index : Math.max(firstWide, 0);
}

function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? lettersOf(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

/**
 * Finds the header row, which may be followed by rows, and the field of each column: by `mapping` or, if that is '', by
 * the header. Each field is filled by one column, the first of its name.
 */
export function findColumns(
  kind: ImportKind,
  sheet: readonly SheetRow[],
  mapping: string,
): { header: number; columns: ImportColumn[] } {
  const header = headerIndex(kind, sheet);
  const headers = sheet[header]?.cells.map((cell) => cell.trim()) ?? [];
  const fields =
    mapping === '' ? fieldsByHeader(kind, headers) : mapping.split(',').map((name) => name.trim());
  const taken = new Set<string>();
  const columns = headers.map((text, column): ImportColumn => {
    const wanted = fields[column];
    const isFree = wanted && Object.hasOwn(importFields[kind], wanted) && !taken.has(wanted);
    const field = isFree ? wanted : '';
    taken.add(field);
    return {
      letters: lettersOf(column),
      header: cut(text),
      sample: cut(firstValue(sheet, header, column)),
      field,
    };
  });
  return { header, columns };
}

function firstValue(sheet: readonly SheetRow[], header: number, column: number): string {
  const rows = sheet.slice(header + 1, header + 50);
  return rows.map(({ cells }) => cells[column]?.trim()).find(Boolean) ?? '';
}
