import { useState } from 'react';
import type { ImportColumn, ImportEdit, ImportKind, ImportRow } from '#contract/import.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { fieldLabel, fieldsOf } from './import-labels.ts';

interface RowDialogProps {
  kind: ImportKind;
  row: ImportRow;
  columns: readonly ImportColumn[];
  onClose: () => void;
  onEdits: (edits: ImportEdit[]) => void;
}

/** Corrects the cells of a row for this import; the spreadsheet stays as it is. */
export function RowDialog({ kind, row, columns, onClose, onEdits }: RowDialogProps) {
  const filled = columns.flatMap(({ field }) => (field === '' ? [] : [field]));
  const cells = Object.fromEntries(filled.map((field, at) => [field, row.cells[at] ?? '']));
  // What the row lacks can be added.
  const lacking = row.errors
    .map(({ field }) => field)
    .filter((field) => !filled.includes(field) && Object.hasOwn(fieldsOf(kind), field));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(cells);
  const changed = [...filled, ...lacking].filter((name) => typed[name] !== (cells[name] ?? ''));

  return (
    <Dialog
      description="Corrects this import. Your spreadsheet stays as it is."
      isDirty={changed.some((name) => typed[name] !== undefined)}
      onClose={onClose}
      title={`Row ${row.row}`}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const edits = changed.map((field) => ({
            row: row.row,
            field,
            value: typed[field] ?? '',
          }));
          onEdits(row.result === 'skipped' ? [...edits, { row: row.row, skip: 0 }] : edits);
        }}
      >
        {[...filled, ...lacking].map((name) => {
          const Control = fieldsOf(kind)[name]?.kind === 'text' ? Textarea : Input;
          return (
            <Field
              error={row.errors.find(({ field }) => field === name)?.message}
              key={name}
              label={fieldLabel(kind, name)}
              name={name}
            >
              <Control
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                value={typed[name] ?? ''}
              />
            </Field>
          );
        })}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Apply</Button>
          <DialogCancel />
        </div>
      </form>
    </Dialog>
  );
}
