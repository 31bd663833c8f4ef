import { useState } from 'react';
import { type EmployeeFile, updateEmployeeFile } from '#contract/employee-files.ts';
import { documents } from '#contract/messages/documents.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { files as filesText } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EditDialog } from '../shared/documents/edit-dialog.tsx';
import { FailedList } from '../shared/failed-list.tsx';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { useConfirmDelete } from '../shared/use-confirm-delete.ts';
import { useDeleteFile, useEmployeeFiles } from './admin.data.ts';

interface Open {
  window: 'edit' | 'receipts';
  file: EmployeeFile;
}

/** One of the files that were handed out: look at it, change it, delete it, see who has seen it. */
export function UploadedFiles() {
  const files = useEmployeeFiles();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [error, setError] = useState<string | undefined>();
  const remove = useConfirmDelete<EmployeeFile>({
    text: documents,
    idOf: ({ file_id }) => file_id,
    describe: ({ file_name }) => `${file_name}. What was sent back of it goes with it, for good.`,
    remove: useDeleteFile(),
    onDeleted: () => setChosenId(null),
  });

  if (files.isPending) return <Skeleton label={general.loading} lines={3} />;
  if (files.data === undefined) {
    return (
      <FailedList
        busy={files.isFetching}
        error={files.error}
        fallback={messages.fetchFailed}
        onRetry={() => void files.refetch()}
      />
    );
  }
  // Missing when someone else has deleted it: then the buttons say so.
  const chosen = files.data.find(({ file_id }) => file_id === chosenId);

  /** Does it with the chosen file, or says at the list that it's gone. */
  function withChosen(otherwise: string, action: (file: EmployeeFile) => void) {
    toast.dismissAll();
    setError(chosen ? undefined : otherwise);
    if (chosen) action(chosen);
  }

  const close = () => setOpen(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field error={error} label="Handed out so far" name="file_id">
        <Select
          onChange={(event) => {
            setError(undefined);
            setChosenId(event.target.value === '' ? null : Number(event.target.value));
          }}
          options={files.data.map((file) => ({
            value: String(file.file_id),
            label: file.file_name,
          }))}
          placeholder={messages.selectFile}
          value={chosen?.file_id ?? ''}
        />
      </Field>
      {chosen && <Chosen file={chosen} />}
      <div className="flex flex-wrap gap-2">
        <Button
          aria-disabled={chosenId === null || undefined}
          onClick={() => withChosen(filesText.missing, (file) => setOpen({ window: 'edit', file }))}
          size="sm"
          variant="secondary"
        >
          Edit
        </Button>
        <Button
          busy={remove.busyId !== null}
          aria-disabled={chosenId === null || undefined}
          onClick={() => withChosen(messages.cannotDelete, (file) => void remove.ask(file))}
          size="sm"
          variant="danger"
        >
          Delete
        </Button>
        <Button
          className="ml-auto"
          aria-disabled={chosenId === null || undefined}
          onClick={() =>
            withChosen(filesText.missing, (file) => setOpen({ window: 'receipts', file }))
          }
          size="sm"
          variant="quiet"
        >
          Receipts
        </Button>
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
        <ReceiptsDialog fileId={open.file.file_id} name={open.file.file_name} onClose={close} />
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
