import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DocumentKind, documentCalls } from '#contract/documents.ts';
import type { updateEmployeeFile } from '#contract/employee-files.ts';
import { CallError } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { personName } from '../files/people-words.ts';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useUsers } from '../users/users.data.ts';
import { faultsOf, fieldFaults, focusFirstFault, isAtField, without } from './document-check.ts';
import { differencesOf, type Editable, isChanged, valuesOf } from './document-conflict.ts';
import { DocumentFields } from './document-fields.tsx';
import { useReloadDocuments } from './documents.data.ts';

export interface EditFormProps {
  endpoint: typeof updateEmployeeFile | (typeof documentCalls)[DocumentKind]['update'];
  /** As it was when the window opened. */
  document: Editable;
  /** Files that employees send back may wait for their people. */
  peopleRequired: boolean;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Changes a document; nothing is lost to an error or to somebody else's change. */
export function EditForm({
  endpoint,
  document,
  peopleRequired,
  onDirty,
  onCancel,
  onDone,
}: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const reload = useReloadDocuments();
  const users = useUsers();
  const { start, cancel, percent } = useUpload(endpoint);
  const [read, setRead] = useState(document);
  const [values, setValues] = useState(() => valuesOf(document));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<{ message: string; current: Editable } | null>(null);
  const isDirty = isChanged(read, values);
  const isSending = percent !== null;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  async function send(version: number) {
    hush();
    setFailure(null);
    setConflict(null);
    const faults = faultsOf(values, { isNew: false, peopleRequired });
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirstFault(form.current);
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    const { file, ...fields } = values;
    try {
      const params = { id: document.file_id };
      const reply = await start({ params, fields: { ...fields, version }, file });
      if (reply === null) return;
      onDone();
      say(reply.message || text.updated);
      void reload();
    } catch (error) {
      refused(error);
    }
  }

  function refused(error: unknown) {
    if (error instanceof CallError && error.status === 404) {
      onDone();
      say(text.gone, 'error');
      void reload();
    } else if (error instanceof CallError && error.status === 409 && error.body.current) {
      setConflict({ message: error.body.error, current: error.body.current as Editable });
    } else {
      setFailure(error);
      setErrors(fieldFaults(error));
      if (isAtField(error)) void reload();
      focusFirstFault(form.current);
    }
  }

  function nameOf(userId: number): string {
    const user = users.data?.find(({ user_id }) => user_id === userId);
    return user ? personName(user) : `User ${userId}`;
  }

  return (
    <form
      className="grid gap-4 pb-2"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(read.version);
      }}
      ref={form}
    >
      <DocumentFields
        disabled={isSending}
        errors={errors}
        isNew={false}
        kinds={endpoint.upload.kinds}
        onChange={(change) => {
          setValues((old) => ({ ...old, ...change }));
          setErrors((old) => without(old, Object.keys(change)));
        }}
        peopleRequired={peopleRequired}
        values={values}
      />
      {failure !== null && !isAtField(failure) && (
        <FailedWrite error={failure} fallback={text.updateFailed} />
      )}
      {conflict && (
        <ConflictNotice
          differences={differencesOf(conflict.current, values, read, nameOf)}
          message={conflict.message}
          onMine={() => {
            setRead(conflict.current);
            void send(conflict.current.version);
          }}
          onTheirs={() => {
            setRead(conflict.current);
            setValues({ ...valuesOf(conflict.current), file: values.file });
            setConflict(null);
          }}
        />
      )}
      <UploadProgress
        name={values.file?.name ?? values.file_name}
        onCancel={cancel}
        percent={percent}
      />
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button onClick={onCancel} variant="quiet">
          Cancel
        </Button>
        <Button busy={isSending} type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
