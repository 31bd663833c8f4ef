import { useState } from 'react';
import { type Assignment, submitVersion } from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { hush, say } from '../frame/say.tsx';
import { useReloadMyFiles } from './my-files.data.ts';

/** Sends a version back; what was chosen stays chosen until it has arrived. */
export function SubmissionForm({ file }: { file: Assignment }) {
  const sending = useUpload(submitVersion);
  const reload = useReloadMyFiles();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const [document] = chosen;
  const isSending = sending.percent !== null;

  async function send() {
    // SPEC.md: without a file nothing happens.
    if (document === undefined || isSending) return;
    hush();
    setFailure(null);
    setCancelled(false);
    try {
      const params = { id: file.assignment_id };
      const reply = await sending.start({ params, fields: {}, file: document });
      if (reply === null) return setCancelled(true);
      setChosen([]);
      setRound(round + 1);
      say(text.submitted);
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
        files={chosen}
        key={round}
        plain
        kinds={submitVersion.upload.kinds}
        label="Your copy, filled in or signed"
        onFiles={(files) => {
          setFailure(null);
          setCancelled(false);
          setChosen(files);
        }}
      />
      {failure !== null && <FailedWrite error={failure} fallback={documents.uploadFailed} />}
      {cancelled && <Notice>{documents.uploadCancelled}</Notice>}
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
