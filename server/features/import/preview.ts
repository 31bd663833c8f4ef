import type { ImportColumn, ImportPreview, ImportRow } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import type { PlannedRow } from './plan.ts';

/** Rows of a preview. */
const maxShown = 200;
const maxShownText = 300;

const cut = (text: string) =>
  text.length > maxShownText ? `${text.slice(0, maxShownText - 1)}…` : text;

function shown(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  return value === null || value === undefined ? null : cut(String(value));
}

/** What the record has after the import, for the fields of the row. */
function valuesOf({ result, match, values, changes }: PlannedRow): Record<string, unknown> {
  const { stored } = match;
  if (result === 'wrong' || result === 'skipped' || match.isLeftOut) return {};
  const isFilled = ([, value]: [string, unknown]) => value !== null && value !== '';
  if (stored === null) return Object.fromEntries(Object.entries(values).filter(isFilled));
  const names = Object.keys(match.values).filter((name) => name in values);
  const isNew = (name: string) => changes.includes(name) || !(name in stored);
  return Object.fromEntries(
    names.map((name) => [name, isNew(name) ? values[name] : stored[name]] as const),
  );
}

const shownAll = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));

function previewRow(planned: PlannedRow, columns: readonly ImportColumn[]): ImportRow {
  const { row, result, match, changes, cells, errors } = planned;
  const { stored } = match;
  return {
    row,
    result,
    record: cut(match.isLeftOut ? messages.closed : match.label),
    cells: columns.flatMap(({ field }) => (field === '' ? [] : [cut(cells[field] ?? '')])),
    values: shownAll(valuesOf(planned)),
    changes: [...changes],
    before: shownAll(Object.fromEntries(changes.map((name) => [name, stored?.[name]]))),
    errors: [...errors],
  };
}

/** The first rows, those that need a look before all others. */
export function previewRows(
  planned: readonly PlannedRow[],
  columns: readonly ImportColumn[],
): ImportRow[] {
  const urgency = ({ result, match }: PlannedRow) => {
    if (result === 'wrong') return 0;
    return result === 'skipped' || match.similar?.length ? 1 : 2;
  };
  return [...planned]
    .sort((one, other) => urgency(one) - urgency(other))
    .slice(0, maxShown)
    .sort((one, other) => one.row - other.row)
    .map((row) => previewRow(row, columns));
}

/** New names that resemble existing ones, with the number of their rows. */
export function similarNames(planned: readonly PlannedRow[]): ImportPreview['similar'] {
  const all = planned.flatMap(({ match }) => match.similar ?? []);
  const groups = Map.groupBy(all, ({ field, value }) => `${field} ${value}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, rows: more.length + 1 }] : [],
  );
}
