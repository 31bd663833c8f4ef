import {
  type ImportKind,
  type ImportPreview,
  type ImportRow,
  importResults,
} from '#contract/import.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { fieldLabel, resultLabels } from './import-labels.ts';

/** How many rows do what. */
export function ImportCounts({ counts }: { counts: ImportPreview['counts'] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {importResults.map((result) => (
        <div className="flex items-baseline gap-2" key={result}>
          <dt>{resultLabels[result]}</dt>
          <dd className="display text-lg">{counts[result].toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PreviewProps {
  kind: ImportKind;
  preview: ImportPreview;
}

const cellId = (row: number, field: string) => `cell-${row}-${field}`;

function focusCell(id: string) {
  const cell = document.getElementById(id);
  cell?.scrollIntoView({ block: 'center', inline: 'center' });
  cell?.focus({ preventScroll: true });
}

/** The rows with what happens to them; wrong cells are marked and listed above. */
export function PreviewTable({ kind, preview }: PreviewProps) {
  const { rows, counts, columns } = preview;
  const filled = columns.filter(({ field }) => field !== '');
  const all = counts.new + counts.changed + counts.unchanged + counts.wrong;
  const fields = new Set(filled.map(({ field }) => field));
  return (
    <>
      <ErrorList fields={fields} kind={kind} rows={rows} />
      {rows.length < all && (
        <p className="text-sm text-steel">
          Shows {rows.length} of {all.toLocaleString('en-US')} rows, those with mistakes first.
        </p>
      )}
      <Table caption="Rows of the spreadsheet">
        <thead>
          <tr>
            <Th>Row</Th>
            <Th>Result</Th>
            <Th>Record</Th>
            {filled.map(({ field, letters }) => (
              <Th key={letters}>{fieldLabel(kind, field)}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewRow fields={[...fields]} key={row.row} kind={kind} row={row} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The place of an error that belongs to no cell of the row. */
const recordField = 'record';

const tones = { new: 'success', changed: 'info', unchanged: 'neutral', wrong: 'danger' } as const;

function PreviewRow({ row, kind, fields }: { row: ImportRow; kind: ImportKind; fields: string[] }) {
  const outside = row.errors.filter(({ field }) => !fields.includes(field));
  return (
    <tr>
      <Td numeric>{row.row}</Td>
      <Td>
        <Badge tone={tones[row.result]}>{resultLabels[row.result]}</Badge>
      </Td>
      <Td
        className={outside.length > 0 ? wrongClass : ''}
        id={cellId(row.row, recordField)}
        tabIndex={outside.length > 0 ? -1 : undefined}
      >
        {row.record}
        {outside.map(({ field, message }) => (
          <Mistake key={field} text={`${fieldLabel(kind, field)}: ${message}`} />
        ))}
      </Td>
      {fields.map((field, at) => {
        const error = row.errors.find((one) => one.field === field);
        return (
          <Td
            className={`max-w-80 wrap-anywhere ${error ? wrongClass : ''}`}
            id={cellId(row.row, field)}
            key={field}
            tabIndex={error ? -1 : undefined}
          >
            <span className="line-clamp-3">{row.cells[at]}</span>
            {error && <Mistake text={error.message} />}
            {row.changes.includes(field) && (
              <span className="block text-xs font-semibold">Changes</span>
            )}
          </Td>
        );
      })}
    </tr>
  );
}

const wrongClass = 'min-w-48 bg-danger-wash outline-2 -outline-offset-2 outline-danger';

function Mistake({ text }: { text: string }) {
  return (
    <span className="mt-1 block font-semibold text-danger">
      <span aria-hidden="true">⚠ </span>
      {text}
    </span>
  );
}

interface ErrorListProps {
  kind: ImportKind;
  rows: readonly ImportRow[];
  fields: ReadonlySet<string>;
}

/** Errors that are listed; correcting so many takes another look anyway. */
const maxListed = 100;

function ErrorList({ kind, rows, fields }: ErrorListProps) {
  const errors = rows.flatMap(({ row, errors: own }) => own.map((error) => ({ row, ...error })));
  if (errors.length === 0) return null;
  return (
    <section aria-label="Mistakes" className="border-l-4 border-danger bg-danger-wash px-4 py-3">
      <h3 className="font-display font-bold">Mistakes</h3>
      <ul className="scroll-more max-h-60 overflow-y-auto">
        {errors.slice(0, maxListed).map(({ row, field, message }) => (
          <li key={`${row} ${field}`}>
            <button
              className="min-h-9 py-1 text-left underline pointer-coarse:min-h-11"
              onClick={() => focusCell(cellId(row, fields.has(field) ? field : recordField))}
              type="button"
            >
              Row {row}, {fieldLabel(kind, field)}: {message}
            </button>
          </li>
        ))}
      </ul>
      {errors.length > maxListed && <p>And {errors.length - maxListed} more.</p>}
    </section>
  );
}
