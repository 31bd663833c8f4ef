import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  createImport,
  type ImportKind,
  importKinds,
  maxImportMegabytes,
} from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { FilePicker } from '../shared/files/file-picker.tsx';
import { SendSignInLinks } from '../shared/people/send-sign-in-links.tsx';
import { ColumnFields } from './column-fields.tsx';
import { type Reading, useImport, wholeFile } from './import.data.ts';
import { kindHints, kindLabels, listOf, type resultLabels, saveTemplate } from './import-labels.ts';
import { PreviewAlerts } from './preview-alerts.tsx';
import { ImportCounts, PreviewTable } from './preview-table.tsx';

/** Imports records from a spreadsheet: choose, check, import. */
export default function ImportPage() {
  const [address, setAddress] = useSearchParams();
  const kind = importKinds.find((one) => one === address.get('kind')) ?? 'people';
  return (
    <>
      <PageHeader intro={messages.about} title={messages.title} />
      <ImportForm
        key={kind}
        kind={kind}
        onKind={(next) => setAddress({ kind: next }, { replace: true })}
      />
    </>
  );
}

interface ImportFormProps {
  kind: ImportKind;
  onKind: (kind: string) => void;
}

function ImportForm({ kind, onKind }: ImportFormProps) {
  const job = useImport(kind);
  const { file, preview, done, error, reading, isChecking, isStoring } = job;
  const result = useRef<HTMLDivElement>(null);
  function read(part: Partial<Reading>) {
    if (file) void job.check(file, { ...reading, ...part });
  }
  useEffect(() => {
    if (done) result.current?.focus();
  }, [done]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid max-w-3xl gap-5">
        <Field hint={kindHints[kind]} label="What to import" name="kind">
          <Select
            onChange={(event) => onKind(event.target.value)}
            options={importKinds.map((value) => ({ value, label: kindLabels[value] }))}
            value={kind}
          />
        </Field>
        <Button
          className="justify-self-start"
          onClick={() => saveTemplate(kind)}
          size="sm"
          variant="secondary"
        >
          Download an empty template
        </Button>
        <FilePicker
          files={file ? [file] : []}
          hint="Up to 5,000 rows."
          kinds={createImport.upload.kinds}
          label="Spreadsheet"
          maxMegabytes={maxImportMegabytes}
          onFiles={([chosen]) => (chosen ? void job.check(chosen, wholeFile) : job.reset())}
        />
      </div>
      {error && <Alert tone="error">{error}</Alert>}
      <p className="sr-only" role="status">
        {isChecking ? 'Checking the file…' : preview ? 'The file is checked.' : ''}
      </p>
      {isChecking && !preview && <p aria-hidden="true">Checking the file…</p>}
      {done && (
        <div className="grid gap-4 outline-none" ref={result} tabIndex={-1}>
          <Alert tone="success">{done.message}</Alert>
          <ImportCounts counts={done.counts} />
          {done.new_user_ids.length > 0 && <p>{messages.signInLinks}</p>}
          <div className="flex flex-wrap gap-3">
            <SendSignInLinks userIds={done.new_user_ids} />
            <LinkButton size="sm" to={listOf[kind].to} variant="secondary">
              {listOf[kind].label}
            </LinkButton>
          </div>
        </div>
      )}
      {file && preview && (
        <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <h2 className="display text-xl">Preview</h2>
          {preview.sheets.length > 1 && (
            <Field className="max-w-sm" label="Sheet" name="sheet">
              <Select
                onChange={(event) =>
                  void job.check(file, { ...wholeFile, sheet: event.target.value })
                }
                options={preview.sheets}
                value={preview.sheet}
              />
            </Field>
          )}
          <ImportCounts counts={preview.counts} />
          <PreviewAlerts kind={kind} onReading={read} preview={preview} reading={reading} />
          <ColumnFields
            columns={preview.columns}
            kind={kind}
            onChange={(mapping) => read({ mapping })}
          />
          <PreviewTable
            kind={kind}
            onEdits={(edits) => read({ edits: [...reading.edits, ...edits] })}
            preview={preview}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              aria-describedby="import-means"
              busy={isStoring || isChecking}
              disabled={preview.counts.wrong > 0 || changesOf(preview.counts) === 0}
              onClick={() => void job.store()}
            >
              Import
            </Button>
            <Button onClick={job.reset} variant="secondary">
              Start over
            </Button>
            <p className="basis-full text-sm text-steel" id="import-means">
              {meaningOf(preview.counts)}
            </p>
          </div>
        </section>
      )}
      {job.dialog}
    </div>
  );
}

type Counts = Record<keyof typeof resultLabels, number>;

const changesOf = (counts: Counts) => counts.new + counts.changed;

function meaningOf(counts: Counts): string {
  if (counts.wrong > 0)
    return 'Edit or skip the marked rows, or correct the spreadsheet and choose it again.';
  if (changesOf(counts) + counts.unchanged + counts.skipped === 0)
    return 'Choose which columns to import.';
  if (changesOf(counts) === 0) return messages.nothingNew;
  return 'Stores all rows, or none if something goes wrong. Empty cells change nothing.';
}
