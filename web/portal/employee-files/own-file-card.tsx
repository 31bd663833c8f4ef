import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { type Assignment, submitVersion } from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { FormFile } from '../shared/files/form-file.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { documentsKey } from '../shared/live/live-keys.ts';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { type Duty, nextDuty } from './due-status.ts';
import { StatusBadge, Versions } from './versions.tsx';

const callsToAction: Readonly<Record<Duty, string | null>> = {
  again: t('Send a new version', 'Envíe una versión nueva'),
  open: t('Please open', 'Ábralo'),
  confirm: t('Please confirm', 'Confírmelo'),
  send: null,
  nothing: null,
};

/** One file: open, confirm and return it, and see its versions. */
export function OwnFileCard({ file }: { file: Assignment }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const call = callsToAction[nextDuty(file)];
  const view = t('View', 'Ver');
  const versions = expanded
    ? t('Hide versions', 'Ocultar versiones')
    : t('Show versions', 'Mostrar versiones');
  return (
    <Card
      aside={<StatusBadge status={file.status} />}
      title={<span className="wrap-anywhere">{file.file_name}</span>}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-steel">
        <time dateTime={file.upload_date}>{usDay(file.upload_date)}</time>
        {fileFacts(file)}
        {call && <Badge tone="lane">{call}</Badge>}
        {file.awaiting_review === 1 && <span>{messages.waitsForOffice}</span>}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1">
        <FileLink label={`${view} ${file.file_name}`} path={file.file_path} presign="settlements">
          {view}
        </FileLink>
        <Button
          aria-controls={id}
          aria-expanded={expanded}
          aria-label={`${versions} ${t('of', 'de')} ${file.file_name}`}
          className="-mx-3"
          onClick={() => setExpanded(!expanded)}
          size="sm"
          variant="quiet"
        >
          {versions}
        </Button>
        <ConfirmRead file={file} />
      </div>
      <Versions expanded={expanded} file={file} id={id} />
      <SubmissionForm file={file} />
    </Card>
  );
}

const submission = z.object({ file: z.custom<File | null>() });
type Submission = z.output<typeof submission>;

/** Submits a version; the chosen file stays until it is stored. */
function SubmissionForm({ file: { assignment_id: id, file_name } }: { file: Assignment }) {
  const upload = useUpload(submitVersion);
  const [isMissing, setMissing] = useState(false);
  const state = useRecordForm<{ version: number }, Submission, Submission>({
    draft: `submission ${id}`,
    record: null,
    idOf: () => id,
    valuesOf: () => ({ file: null }),
    schema: submission,
    save: ({ file }) => upload.start({ params: { id }, fields: {}, file }),
    queryKey: documentsKey,
    messages: { saveFailed: documents.uploadFailed },
    onSaved: () => {
      state.form.reset({ file: null });
      toast.show(messages.submitted);
    },
  });
  const chosen = state.form.watch('file');

  /** Without a file nothing is sent (F1), which is no error. */
  function submit(event: FormEvent<HTMLFormElement>) {
    setMissing(chosen === null);
    if (chosen) return state.submit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[type=file]')?.focus();
  }

  return (
    <div className="mt-3">
      <FormShell
        differences={() => []}
        onCancel={null}
        state={{ ...state, submit }}
        submitLabel={
          <>
            {t('Upload', 'Subir')}
            <span className="sr-only"> {file_name}</span>
          </>
        }
        submitVariant={chosen ? 'primary' : 'secondary'}
        upload={{ ...upload, name: chosen?.name ?? '' }}
      >
        <FormFile
          control={state.form.control}
          disabled={state.isSaving}
          kinds={submitVersion.upload.kinds}
          label={t('Your copy, filled in or signed', 'Su copia, ya llena o firmada')}
          name="file"
          plain
        />
        <p className="text-sm empty:sr-only" role="status">
          {isMissing && !chosen && messages.chooseFirst}
        </p>
      </FormShell>
    </div>
  );
}
