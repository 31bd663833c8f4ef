import { useState } from 'react';
import { type Assignment, submitVersion } from '#contract/employee-files.ts';
import { CallError } from '#contract/endpoint.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { files } from '#contract/messages/files.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailedWrite } from '../shared/files/failed-write.tsx';
import { FilePicker } from '../shared/files/file-picker.tsx';
import { UploadProgress } from '../shared/files/upload-progress.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { toast } from '../shared/toast.tsx';
import { useReloadMyFiles } from './own.data.ts';

/** Submits a version; the chosen file stays until it is stored. */
export function SubmissionForm({ file }: { file: Assignment }) {
  const sending = useUpload(submitVersion);
  const reload = useReloadMyFiles();
  const [document, setDocument] = useState<File | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const fileError = failure instanceof CallError ? failure.body.fields?.file : undefined;
  const isSending = sending.percent !== null;

  async function send() {
    if (isSending) return;
    toast.dismissAll();
    setFailure(null);
    setMissing(document === null);
    // Without a file nothing is sent.
    if (document === null) return;
    setCancelled(false);
    try {
      const params = { id: file.assignment_id };
      const reply = await sending.start({ params, fields: {}, file: document });
      if (reply === null) return setCancelled(true);
      setDocument(null);
      toast.show(messages.submitted);
    } catch (error) {
      setFailure(error);
    }
    await reload();
  }

  return (
    <form
      aria-label={`Send back ${file.file_name}`}
      className="mt-3 grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FilePicker
        disabled={isSending}
        error={fileError}
        files={document ? [document] : []}
        plain
        kinds={submitVersion.upload.kinds}
        label="Your copy, filled in or signed"
        onFiles={([chosen]) => {
          setFailure(null);
          setMissing(false);
          setCancelled(false);
          setDocument(chosen ?? null);
        }}
      />
      <p className="text-sm" role="status">
        {isMissing && messages.chooseFirst}
      </p>
      {failure !== null && !fileError && (
        <FailedWrite error={failure} fallback={documents.uploadFailed} />
      )}
      {cancelled && <Alert>{files.uploadCancelled}</Alert>}
      <UploadProgress
        name={document?.name ?? ''}
        onCancel={sending.cancel}
        percent={sending.percent}
      />
      <div>
        <Button
          aria-label={`Upload ${file.file_name}`}
          busy={isSending}
          size="sm"
          type="submit"
          variant={document ? 'primary' : 'secondary'}
        >
          Upload
        </Button>
      </div>
    </form>
  );
}
