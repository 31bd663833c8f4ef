import { useState } from 'react';
import {
  deleteEmployeeFile,
  type EmployeeFile,
  updateEmployeeFile,
} from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { files as filesText } from '#contract/messages/files.ts';
import { call } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { EditDialog } from '../shared/documents/document-form.tsx';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { employeeFilesKey, useEmployeeFiles } from './admin.data.ts';

interface Open {
  window: 'edit' | 'receipts';
  file: EmployeeFile;
}

/** Chooses an uploaded file to view, edit or delete, and to see its receipts. */
export function UploadedFiles() {
  return (
    <RecordList
      lines={3}
      messages={{ fetchFailed: messages.fetchFailed }}
      query={useEmployeeFiles()}
    >
      {(files) => <FileChooser files={files} />}
    </RecordList>
  );
}

function FileChooser({ files }: { files: readonly EmployeeFile[] }) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [error, setError] = useState<string | undefined>();
  const remove = useConfirmDelete<EmployeeFile>({
    text: documents,
    idOf: ({ file_id }) => file_id,
    describe: ({ file_name }) => `${file_name}. Its versions are deleted for good, too.`,
    remove: (id) => call(deleteEmployeeFile, { params: { id } }),
    queryKey: employeeFilesKey,
    onDeleted: () => setChosenId(null),
  });

  // Undefined when someone else deleted it; then the buttons show an error.
  const chosen = files.find(({ file_id }) => file_id === chosenId);

  /** Runs the action with the chosen file, or shows an error at the list. */
  function withChosen(missing: string, action: (file: EmployeeFile) => void) {
    toast.dismissAll();
    setError(chosen ? undefined : missing);
    if (chosen) action(chosen);
  }

  const close = () => setOpen(null);
  const opens = (window: Open['window']) => ({
    missing: filesText.missing,
    run: (file: EmployeeFile) => setOpen({ window, file }),
  });
  const actions = [
    { label: 'Edit', variant: 'secondary', ...opens('edit') },
    {
      label: 'Delete',
      variant: 'danger',
      missing: messages.cannotDelete,
      run: (file: EmployeeFile) => void remove.ask(file),
    },
    { label: 'Receipts', variant: 'quiet', ...opens('receipts') },
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field error={error} label="File" name="file_id">
        <Select
          onChange={(event) => {
            setError(undefined);
            setChosenId(event.target.value === '' ? null : Number(event.target.value));
          }}
          options={files.map((file) => ({
            value: String(file.file_id),
            label: file.file_name,
          }))}
          placeholder={messages.selectFile}
          value={chosen?.file_id ?? ''}
        />
      </Field>
      {chosen && <Chosen file={chosen} />}
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, variant, missing, run }) => (
          <Button
            aria-disabled={chosenId === null || undefined}
            busy={label === 'Delete' && remove.busyId !== null}
            className={label === 'Receipts' ? 'ml-auto' : ''}
            key={label}
            onClick={() => withChosen(missing, run)}
            size="sm"
            variant={variant}
          >
            {label}
          </Button>
        ))}
      </div>
      {open?.window === 'edit' && (
        <EditDialog
          document={open.file}
          endpoint={updateEmployeeFile}
          heading={messages.editHeading}
          onClose={close}
          peopleRequired={false}
        />
      )}
      {open?.window === 'receipts' && (
        <ReceiptsDialog
          name={open.file.file_name}
          of={{ file_id: open.file.file_id }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Chosen({ file }: { file: EmployeeFile }) {
  const people = file.assigned_user_ids.length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm text-steel">
      <p>
        {fileFacts(file)}, {usDay(file.uploaded_at)},{' '}
        {people === 1 ? '1 person' : `${people} people`}
      </p>
      <FileLink label={`View ${file.file_name}`} path={file.file_path} presign="settlements">
        View
      </FileLink>
    </div>
  );
}
