import { useState } from 'react';
import { type EmployeeFile, updateEmployeeFile } from '#contract/employee-files.ts';
import { CallError } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { employeeFiles } from '#contract/messages/employee-files.ts';
import { field, general } from '#contract/messages/general.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FailedUpload } from '../files/failed-upload.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { PeoplePicker } from '../files/people-picker.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { hush, say } from '../frame/say.tsx';
import { useUsers } from '../users/users.data.ts';
import { useReloadAdminFiles } from './admin-files.data.ts';
import { differencesOf, type FileValues, sameValues, valuesOf } from './file-conflict.ts';

interface EditDialogProps {
  file: EmployeeFile;
  onClose: () => void;
}

/** Name, content, people and confirmation of a file; what two admins change at once is put side by side. */
export function EditDialog({ file, onClose }: EditDialogProps) {
  const ask = useConfirm();
  const users = useUsers();
  const sending = useUpload(updateEmployeeFile);
  const reload = useReloadAdminFiles();
  const [stored, setStored] = useState(file);
  const [values, setValues] = useState(() => valuesOf(file));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [nameMissing, setNameMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<EmployeeFile | null>(null);
  const [replacement] = files;
  const isSending = sending.percent !== null;
  const change = (part: Partial<FileValues>) => setValues({ ...values, ...part });

  async function save(version: number) {
    if (isSending) return;
    hush();
    setFailure(null);
    setConflict(null);
    setNameMissing(values.fileName.trim() === '');
    if (values.fileName.trim() === '') return;
    const fields = {
      file_name: values.fileName,
      user_ids: values.userIds,
      acknowledge: values.acknowledge ? 1 : 0,
      version,
    };
    const params = { id: file.file_id };
    try {
      const reply = await sending.start({ params, fields, file: replacement ?? null });
      if (reply === null) return;
      onClose();
      say(text.updated);
    } catch (error) {
      refused(error);
    }
    await reload();
  }

  function refused(error: unknown) {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: null };
    if (status === 409 && body?.current) return setConflict(body.current as EmployeeFile);
    if (status !== 404) return setFailure(error);
    onClose();
    say(text.gone, 'error');
  }

  async function leave() {
    const isChanged = files.length > 0 || !sameValues(values, valuesOf(stored));
    const question = {
      title: employeeFiles.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!isChanged || (await ask(question))) onClose();
  }

  return (
    <Dialog onOpenChange={(open) => !open && void leave()} open size="lg" title="Edit File">
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(stored.version);
        }}
      >
        <Field
          error={nameMissing ? field.required : undefined}
          label="File name"
          name="file_name"
          required
        >
          <Input
            autoComplete="off"
            maxLength={200}
            onChange={(event) => change({ fileName: event.target.value })}
            value={values.fileName}
          />
        </Field>
        <FilePicker
          disabled={isSending}
          files={files}
          hint="Only to replace what is stored; everybody is asked to open it again."
          kinds={updateEmployeeFile.upload.kinds}
          label="Another file"
          onFiles={setFiles}
        />
        <PeoplePicker
          chosen={values.userIds}
          label="Handed out to"
          onChange={(userIds) => change({ userIds })}
        />
        <Checkbox
          checked={values.acknowledge}
          label={`Ask each of them to confirm: '${text.confirmRead}'`}
          name="acknowledge"
          onChange={(event) => change({ acknowledge: event.target.checked })}
        />
        <FailedUpload error={failure} fallback={text.updateFailed} />
        {conflict && (
          <ConflictNotice
            differences={differencesOf(conflict, values, users.data ?? [])}
            message={general.stale}
            onMine={() => {
              setStored(conflict);
              void save(conflict.version);
            }}
            onTheirs={() => {
              setStored(conflict);
              setValues(valuesOf(conflict));
              setConflict(null);
            }}
          />
        )}
        {replacement && (
          <UploadProgress
            name={replacement.name}
            onCancel={sending.cancel}
            percent={sending.percent}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <Button onClick={() => void leave()} variant="quiet">
            Cancel
          </Button>
          <Button busy={isSending} type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
