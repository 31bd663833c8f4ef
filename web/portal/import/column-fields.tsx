import type { ImportColumn, ImportKind } from '#contract/import.ts';
import { isRequired } from '#contract/wire/record-fields.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { fieldsOf } from './import-labels.ts';

interface ColumnFieldsProps {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  /** Called with the fields of all columns, separated by commas. */
  onChange: (mapping: string) => void;
}

/** Which column fills which field, to correct by hand. */
export function ColumnFields({ kind, columns, onChange }: ColumnFieldsProps) {
  const fields = Object.entries(fieldsOf(kind)).filter(([, { schema }]) => schema !== undefined);
  const taken = new Set(columns.map(({ field }) => field));
  const missing = fields.filter(([name, field]) => isRequired(field) && !taken.has(name));
  const left = columns.filter(({ field, header, sample }) => field === '' && (header || sample));

  function choose(column: number, name: string) {
    const own = columns.map(({ field }, at) => {
      if (at === column) return name;
      // A field is filled by one column.
      return field === name ? '' : field;
    });
    onChange(own.join(','));
  }

  return (
    <details
      className="border-y-2 border-line py-3"
      // Unknown headers need a look.
      open={left.length > 0 || missing.length > 0}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-display font-semibold">
        Columns: {columns.length - left.length} used
        {left.length > 0 &&
          `, ${left.length} left out (${left.map(({ header, letters }) => header || letters).join(', ')})`}
      </summary>
      {missing.length > 0 && (
        <p className="mb-3">
          New records also need: {missing.map(([, { label }]) => label).join(', ')}.
        </p>
      )}
      <div className="grid gap-4 pb-3 sm:grid-cols-2 xl:grid-cols-4">
        {columns.map(({ letters, header, sample, field }, column) => (
          <Field
            hint={sample ? `Such as: ${sample.slice(0, 60)}` : 'Empty.'}
            key={letters}
            label={`Column ${letters}${header ? `: ${header.slice(0, 60)}` : ''}`}
            name={`column-${letters}`}
          >
            <Select
              onChange={(event) => choose(column, event.target.value)}
              options={fields.map(([value, { label }]) => ({ value, label }))}
              placeholder="Leave out"
              value={field}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
