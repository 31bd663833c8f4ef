import { useState } from 'react';
import { uploadEmployeeFile } from '#contract/employee-files.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FailedUpload } from '../files/failed-upload.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { hush, say } from '../frame/say.tsx';
import { useReloadAdminFiles } from './admin-files.data.ts';
import { UserSelect } from './user-select.tsx';

const blank = { fileName: '', userIds: [] as number[], acknowledge: false };

/** Stores a file and hands it out; nothing of the form is lost until it has arrived. */
export function UploadForm() {
  const sending = useUpload(uploadEmployeeFile);
  const reload = useReloadAdminFiles();
  const [values, setValues] = useState(blank);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [round, setRound] = useState(0);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [file] = files;
  const isSending = sending.percent !== null;

  async function send() {
    if (isSending) return;
    hush();
    setFailure(null);
    setMissing(file === undefined);
    if (file === undefined) {
      document.querySelector<HTMLInputElement>(`#${formId} [name=file]`)?.focus();
      return;
    }
    const fields = {
      file_name: values.fileName,
      user_ids: values.userIds,
      acknowledge: values.acknowledge ? 1 : 0,
    };
    try {
      const reply = await sending.start({ fields, file });
      if (reply === null) return;
      setValues(blank);
      setFiles([]);
      setRound(round + 1);
      say(text.uploaded);
    } catch (error) {
      setFailure(error);
    }
    await reload();
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field hint="Left empty: as the file is called." label="File name" name="file_name">
        <Input
          autoComplete="off"
          maxLength={200}
          onChange={(event) => setValues({ ...values, fileName: event.target.value })}
          value={values.fileName}
        />
      </Field>
      <FilePicker
        disabled={isSending}
        error={missing ? text.fileMissing : undefined}
        files={files}
        key={round}
        kinds={uploadEmployeeFile.upload.kinds}
        label="File"
        onFiles={(chosen) => {
          setMissing(false);
          setFailure(null);
          setFiles(chosen);
        }}
        required
      />
      <UserSelect
        chosen={values.userIds}
        onChange={(userIds) => setValues({ ...values, userIds })}
      />
      <Checkbox
        checked={values.acknowledge}
        label={`Ask each of them to confirm: '${text.confirmRead}'`}
        name="acknowledge"
        onChange={(event) => setValues({ ...values, acknowledge: event.target.checked })}
      />
      <FailedUpload error={failure} fallback={text.uploadFailed} />
      <UploadProgress name={file?.name ?? ''} onCancel={sending.cancel} percent={sending.percent} />
      <div>
        <Button busy={isSending} type="submit">
          Upload
        </Button>
      </div>
    </form>
  );
}

const formId = 'upload-and-assign-form';
