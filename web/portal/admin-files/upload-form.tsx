import { useRef, useState } from 'react';
import { uploadEmployeeFile } from '#contract/employee-files.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import {
  faultsOf,
  fieldFaults,
  focusFirstFault,
  isAtField,
  without,
} from '../documents/document-check.ts';
import type { DocumentValues } from '../documents/document-fields.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useReloadAdminFiles } from './admin-files.data.ts';
import { UserSelect } from './user-select.tsx';

const blank: DocumentValues = { file: null, file_name: '', user_ids: [], acknowledge: 0 };

/** Stores a file and hands it out; what was typed stays until it is stored. */
export function UploadForm() {
  const form = useRef<HTMLFormElement>(null);
  const { start, cancel, percent } = useUpload(uploadEmployeeFile);
  const reload = useReloadAdminFiles();
  const [values, setValues] = useState(blank);
  const [round, setRound] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const isSending = percent !== null;

  function change(part: Partial<DocumentValues>) {
    setValues((old) => ({ ...old, ...part }));
    setErrors((old) => without(old, Object.keys(part)));
  }

  async function send() {
    hush();
    setFailure(null);
    setCancelled(false);
    const faults = faultsOf(values, { isNew: true, peopleRequired: false });
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirstFault(form.current);
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    const { file, ...fields } = values;
    try {
      const reply = await start({ fields, file });
      if (reply === null) return setCancelled(true);
      setValues(blank);
      setRound(round + 1);
      say(reply.message);
    } catch (error) {
      setFailure(error);
      setErrors(fieldFaults(error));
      focusFirstFault(form.current);
    }
    await reload();
  }

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
      {failure !== null && !isAtField(failure) && (
        <FailedWrite error={failure} fallback={text.uploadFailed} />
      )}
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
