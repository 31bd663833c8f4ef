import { type ImportKind, type ImportPreview, importEncodings } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Reading } from './import.data.ts';
import { encodingLabels, fieldLabel } from './import-labels.ts';

interface PreviewAlertsProps {
  kind: ImportKind;
  preview: ImportPreview;
  reading: Reading;
  onReading: (part: Partial<Reading>) => void;
}

/** What the admin should know or choose before the rows are read. */
export function PreviewAlerts({ kind, preview, reading, onReading }: PreviewAlertsProps) {
  const { encoding, hidden, similar, rows } = preview;
  const hasLost = rows.some(({ errors }) =>
    errors.some(({ message }) => message === messages.lostCharacters),
  );
  const canChoose = importEncodings.some((one) => one === encoding);
  const isAsked = canChoose && (reading.encoding !== '' || encoding !== 'utf-8' || hasLost);
  const { edits } = reading;
  return (
    <>
      {isAsked && (
        <Field
          className="max-w-sm"
          hint="Choose another one if accents look wrong below."
          label="Encoding of the text"
          name="encoding"
        >
          <Select
            onChange={(event) => onReading({ encoding: event.target.value })}
            options={importEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
            value={encoding}
          />
        </Field>
      )}
      {hidden > 0 && <Alert tone="info">{messages.hiddenRows(hidden)}</Alert>}
      {similar.length > 0 && (
        <section aria-label="Similar names" className="border-l-4 border-lane px-4 py-1">
          <h3 className="font-display font-bold">Did you mean these?</h3>
          <ul>
            {similar.map(({ field, value, existing, rows: count }) => (
              <li
                className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1"
                key={`${field} ${value}`}
              >
                <span className="wrap-anywhere">
                  {messages.similarName(fieldLabel(kind, field), value, count)}
                </span>
                <Button
                  onClick={() =>
                    onReading({ edits: [...edits, { field, from: value, value: existing }] })
                  }
                  size="sm"
                  variant="secondary"
                >
                  Use {existing}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {edits.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{messages.corrections(edits.length)}</p>
          <Button onClick={() => onReading({ edits: [] })} size="sm" variant="secondary">
            Undo all
          </Button>
        </div>
      )}
    </>
  );
}
