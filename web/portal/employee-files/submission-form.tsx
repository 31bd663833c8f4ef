import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { type Assignment, submitVersion } from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { FormFile } from '../shared/files/form-file.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { documentsKey } from '../shared/live/live-keys.ts';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';

const submission = z.object({ file: z.custom<File | null>() });
type Submission = z.output<typeof submission>;

/** Submits a version; the chosen file stays until it is stored. */
export function SubmissionForm({ file: { assignment_id: id, file_name } }: { file: Assignment }) {
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
  function submit(event: FormEvent) {
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
            Upload<span className="sr-only"> {file_name}</span>
          </>
        }
        submitVariant={chosen ? 'primary' : 'secondary'}
        upload={{ ...upload, name: chosen?.name ?? '' }}
      >
        <FormFile
          control={state.form.control}
          disabled={state.isSaving}
          kinds={submitVersion.upload.kinds}
          label="Your copy, filled in or signed"
          name="file"
          plain
        />
        <p className="text-sm" role="status">
          {isMissing && !chosen && messages.chooseFirst}
        </p>
      </FormShell>
    </div>
  );
}
