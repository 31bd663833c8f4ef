import { useState } from 'react';
import {
  type ImportEdit,
  type ImportKind,
  type ImportPreview,
  type ImportRow,
  importResults,
} from '#contract/import.ts';
import { displayText } from '#contract/wire/field-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { fieldLabel, fieldsOf, resultLabels } from './import-labels.ts';
import { RowDialog } from './row-dialog.tsx';

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
  onEdits: (edits: ImportEdit[]) => void;
}

const cellId = (row: number, field: string) => `cell-${row}-${field}`;

function focusCell(id: string) {
  const cell = document.getElementById(id);
  cell?.scrollIntoView({ block: 'center', inline: 'center' });
  cell?.focus({ preventScroll: true });
}

/** The fields of the columns, and those that follow from them, such as the username of a new person. */
function shownFields(kind: ImportKind, { columns, rows }: ImportPreview): string[] {
  const filled = columns.flatMap(({ field }) => (field === '' ? [] : [field]));
  const further = Object.keys(fieldsOf(kind)).filter(
    (name) =>
      // The ID of an employee says less than the name of the record.
      name !== 'employee_id' && !filled.includes(name) && rows.some(({ values }) => name in values),
  );
  return [...filled, ...further];
}

/** The rows with what happens to them, as they will be stored; wrong cells are marked and listed above. */
export function PreviewTable({ kind, preview, onEdits }: PreviewProps) {
  const { rows, counts, columns } = preview;
  const [edited, setEdited] = useState<ImportRow | null>(null);
  const all = importResults.reduce((sum, result) => sum + counts[result], 0);
  const fields = shownFields(kind, preview);
  return (
    <>
      <ErrorList fields={new Set(fields)} kind={kind} rows={rows} />
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
            {fields.map((field) => (
              <Th key={field}>{fieldLabel(kind, field)}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewRow
              columns={columns}
              fields={fields}
              key={row.row}
              kind={kind}
              onEdit={() => setEdited(row)}
              onSkip={(skip) => onEdits([{ row: row.row, skip }])}
              row={row}
            />
          ))}
        </tbody>
      </Table>
      {edited && (
        <RowDialog
          columns={columns}
          kind={kind}
          onClose={() => setEdited(null)}
          onEdits={(edits) => {
            setEdited(null);
            if (edits.length > 0) onEdits(edits);
          }}
          row={edited}
        />
      )}
    </>
  );
}

/** The place of an error that belongs to no cell of the row. */
const recordField = 'record';

const tones = {
  new: 'success',
  changed: 'info',
  unchanged: 'neutral',
  wrong: 'danger',
  skipped: 'neutral',
} as const;

interface PreviewRowProps {
  row: ImportRow;
  kind: ImportKind;
  columns: ImportPreview['columns'];
  fields: readonly string[];
  onEdit: () => void;
  onSkip: (skip: 0 | 1) => void;
}

function PreviewRow({ row, kind, columns, fields, onEdit, onSkip }: PreviewRowProps) {
  const outside = row.errors.filter(({ field }) => !fields.includes(field));
  const filled = columns.flatMap(({ field }) => (field === '' ? [] : [field]));
  const isSkipped = row.result === 'skipped';
  return (
    <tr className={isSkipped ? 'text-steel' : ''}>
      <Td numeric>{row.row}</Td>
      <Td>
        <Badge tone={tones[row.result]}>{resultLabels[row.result]}</Badge>
        <div className="mt-1 -ml-3 flex">
          <Button aria-label={`Edit row ${row.row}`} onClick={onEdit} size="sm" variant="quiet">
            Edit
          </Button>
          <Button
            aria-label={`${isSkipped ? 'Include' : 'Skip'} row ${row.row}`}
            onClick={() => onSkip(isSkipped ? 0 : 1)}
            size="sm"
            variant="quiet"
          >
            {isSkipped ? 'Include' : 'Skip'}
          </Button>
        </div>
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
      {fields.map((field) => {
        const error = row.errors.find((one) => one.field === field);
        return (
          <Td
            className={`min-w-32 max-w-80 wrap-break-word ${error ? wrongClass : ''}`}
            id={cellId(row.row, field)}
            key={field}
            tabIndex={error ? -1 : undefined}
          >
            <CellValue
              cell={row.cells[filled.indexOf(field)]}
              field={field}
              kind={kind}
              row={row}
            />
            {error && <Mistake text={error.message} />}
          </Td>
        );
      })}
    </tr>
  );
}

interface CellValueProps {
  row: ImportRow;
  kind: ImportKind;
  field: string;
  /** The text in the spreadsheet. */
  cell: string | undefined;
}

/** What will be stored, with what is stored now if that changes; the text of the spreadsheet where nothing is. */
function CellValue({ row, kind, field, cell }: CellValueProps) {
  const description = fieldsOf(kind)[field];
  const textOf = (value: unknown) => (description ? displayText(description, value) : '');
  if (!(field in row.values)) {
    const isSource = row.result !== 'wrong';
    return <span className={`line-clamp-3 ${isSource ? 'text-steel' : ''}`}>{cell}</span>;
  }
  const value = textOf(row.values[field]);
  if (!row.changes.includes(field)) return <span className="line-clamp-3">{value}</span>;
  return (
    <>
      <ins className="line-clamp-3 font-semibold no-underline">{value || 'Empty'}</ins>
      <del className="line-clamp-3 text-steel no-underline">
        was {textOf(row.before[field]) || 'empty'}
      </del>
    </>
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
