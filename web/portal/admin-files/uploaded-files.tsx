import { useState } from 'react';
import type { EmployeeFile } from '#contract/employee-files.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { files as filesText } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { fileFacts } from '../files/file-facts.ts';
import { FileLink } from '../files/file-link.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { hush } from '../frame/say.tsx';
import { usDay } from '../frame/us-dates.ts';
import { useEmployeeFiles } from './admin-files.data.ts';
import { EditDialog } from './edit-dialog.tsx';
import { useAskAndDelete } from './use-ask-and-delete.ts';

/** One of the files that were handed out: look at it, change it, delete it. */
export function UploadedFiles() {
  const files = useEmployeeFiles();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [editing, setEditing] = useState<EmployeeFile | null>(null);
  const [error, setError] = useState<string | undefined>();
  const remove = useAskAndDelete();

  if (files.isPending) return <Skeleton label={general.loading} lines={3} />;
  if (files.data === undefined) {
    return (
      <FailedList
        busy={files.isFetching}
        error={files.error}
        fallback={text.fetchFailed}
        onRetry={() => void files.refetch()}
      />
    );
  }
  // Gone when somebody has deleted it.
  const chosen = files.data.find(({ file_id }) => file_id === chosenId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field error={error} label="File" name="file_id">
        <Select
          onChange={(event) => {
            setError(undefined);
            setChosenId(event.target.value === '' ? null : Number(event.target.value));
          }}
          options={files.data.map((file) => ({
            value: String(file.file_id),
            label: file.file_name,
          }))}
          placeholder={text.selectFile}
          value={chosen?.file_id ?? ''}
        />
      </Field>
      {chosen && <Chosen file={chosen} />}
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            hush();
            setError(chosen ? undefined : filesText.missing);
            setEditing(chosen ?? null);
          }}
          size="sm"
          variant="secondary"
        >
          Edit
        </Button>
        <Button
          busy={remove.busyId !== null}
          onClick={() => {
            setError(chosen ? undefined : text.cannotDelete);
            if (chosen) void remove.ask(chosen);
          }}
          size="sm"
          variant="danger"
        >
          Delete
        </Button>
      </div>
      {editing && (
        <EditDialog file={editing} key={editing.file_id} onClose={() => setEditing(null)} />
      )}
    </div>
  );
}

function Chosen({ file }: { file: EmployeeFile }) {
  const people = file.assigned_user_ids.length;
  return (
    <div className="text-sm text-steel">
      <p>
        {fileFacts(file)}, {usDay(file.upload_date)},{' '}
        {people === 1 ? 'handed out to 1 person' : `handed out to ${people} people`}
      </p>
      <FileLink label={`View ${file.file_name}`} path={file.file_path} presign="settlements">
        View
      </FileLink>
    </div>
  );
}
