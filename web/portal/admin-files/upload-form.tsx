import { uploadEmployeeFile } from '#contract/employee-files.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNewDocument } from '../documents/use-new-document.ts';
import { FailedWrite } from '../files/failed-write.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useReloadAdminFiles } from './admin-files.data.ts';
import { UserSelect } from './user-select.tsx';

/** Stores a file and hands it out; what was typed stays until it is stored. */
export function UploadForm() {
  const reload = useReloadAdminFiles();
  const { form, values, round, errors, failure, cancelled, percent, cancel, change, send } =
    useNewDocument({ call: uploadEmployeeFile, peopleRequired: false, reload });
  const isSending = percent !== null;

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      ref={form}
    >
      <Field
        error={errors.file_name}
        hint="Left empty it is the file's own."
        label="File name"
        name="file_name"
      >
        <Input
          autoComplete="off"
          disabled={isSending}
          maxLength={200}
          onChange={(event) => change({ file_name: event.target.value })}
          value={values.file_name}
        />
      </Field>
      <FilePicker
        disabled={isSending}
        error={errors.file}
        files={values.file ? [values.file] : []}
        key={round}
        kinds={uploadEmployeeFile.upload.kinds}
        label="File"
        onFiles={([file]) => change({ file: file ?? null })}
        required
      />
      <UserSelect
        chosen={values.user_ids}
        disabled={isSending}
        error={errors.user_ids}
        onChange={(user_ids) => change({ user_ids })}
      />
      <Checkbox
        checked={values.acknowledge === 1}
        disabled={isSending}
        label={text.askToConfirm}
        name="acknowledge"
        onChange={(event) => change({ acknowledge: event.target.checked ? 1 : 0 })}
        value="1"
      />
      {failure !== null && <FailedWrite error={failure} fallback={text.uploadFailed} />}
      {cancelled && <Notice>{text.uploadCancelled}</Notice>}
      <UploadProgress name={values.file?.name ?? ''} onCancel={cancel} percent={percent} />
      <div>
        <Button busy={isSending} type="submit">
          Upload
        </Button>
      </div>
    </form>
  );
}
