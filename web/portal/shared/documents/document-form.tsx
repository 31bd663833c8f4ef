import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { DocumentKind, documentCalls } from '#contract/documents.ts';
import type { updateEmployeeFile, uploadEmployeeFile } from '#contract/employee-files.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { personName } from '#contract/text/employee-name.ts';
import { deleteFormDraft } from '#web/lib/drafts/form-draft.ts';
import { fileToSend, useUpload } from '../files/use-upload.ts';
import { documentsKey } from '../live/live-keys.ts';
import { useUsers } from '../people/users.data.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { FormShell } from '../records/record-form.tsx';
import { useRecordForm } from '../records/use-record-form.ts';
import { toast } from '../toast.tsx';
import { differencesOf, type Editable, valuesOf } from './document-conflict.ts';
import { DocumentFields, type DocumentValues } from './document-fields.tsx';

type DocumentCalls = (typeof documentCalls)[DocumentKind];

interface DocumentFormProps
  extends Pick<ComponentProps<typeof DocumentFields>, 'lastTime' | 'Picker'> {
  endpoint:
    | DocumentCalls['upload' | 'update']
    | typeof uploadEmployeeFile
    | typeof updateEmployeeFile;
  /** As it was when the form opened; null uploads a new one. */
  document: Editable | null;
  peopleRequired: boolean;
  columns?: string;
  submitVariant?: 'primary' | 'secondary';
  onDirty?: (isDirty: boolean) => void;
  /** Closes the form of an existing document. */
  onDone?: () => void;
}

/** The name of the form's draft on this device. */
function draftOf({ endpoint, document }: Pick<DocumentFormProps, 'endpoint' | 'document'>) {
  return `${document ? 'edit' : 'new'} ${endpoint.path}`;
}

function schemaOf(isNew: boolean, peopleRequired: boolean): z.ZodMiniType<DocumentValues> {
  return z.object({
    file: z.custom<File | null>().check(z.refine((file) => file || !isNew, messages.fileMissing)),
    file_name: z.string(),
    file_name_es: z.string(),
    file_es: z.custom<File | null>(),
    remove_file_es: z.literal([0, 1]),
    user_ids: z
      .array(z.int())
      .check(z.refine((ids) => ids.length > 0 || !peopleRequired, messages.usersMissing)),
    acknowledge: z.literal([0, 1]),
  });
}

interface EditDialogProps
  extends Pick<DocumentFormProps, 'endpoint' | 'document' | 'peopleRequired'> {
  heading: string;
  onClose: () => void;
}

/** Edits a document in a dialog. */
export function EditDialog({ heading, onClose, ...form }: EditDialogProps) {
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscard}
      draft={draftOf(form)}
      onClose={onClose}
      size="lg"
      title={heading}
    >
      {(onDirty) => <DocumentForm {...form} onDirty={onDirty} onDone={onClose} />}
    </RecordDialog>
  );
}

/** Uploads a document and assigns it, or changes one. */
export function DocumentForm({
  endpoint,
  document,
  peopleRequired,
  lastTime,
  Picker,
  columns = 'lg:grid-cols-[2fr_3fr]',
  submitVariant,
  onDirty,
  onDone,
}: DocumentFormProps) {
  const isNew = document === null;
  const client = useQueryClient();
  const users = useUsers();
  // The calls differ in their params alone, which a new document has none of.
  const upload = useUpload(endpoint as DocumentCalls['update']);
  const draft = draftOf({ endpoint, document });
  const state = useRecordForm<Editable, DocumentValues, DocumentValues>({
    draft,
    record: document,
    idOf: ({ file_id }) => file_id,
    valuesOf,
    schema: schemaOf(isNew, peopleRequired),
    save: async ({ file, file_es, ...texts }, { record }) => {
      try {
        const fields = { ...texts, file_es: file_es && (await fileToSend('file_es', file_es)) };
        if (!record) return await upload.start({ fields, file });
        const { file_id: id, version } = record;
        return await upload.start({ params: { id }, fields: { ...fields, version }, file });
      } finally {
        // Also after a failure: a closed account may be the cause.
        void client.invalidateQueries({ queryKey: ['users'] });
      }
    },
    queryKey: documentsKey,
    messages: {
      saveFailed: isNew ? messages.uploadFailed : messages.updateFailed,
      gone: messages.gone,
    },
    keepOf: ({ file, file_es }) => ({ file, file_es }),
    onDirty,
    onSaved: ({ message }) => {
      if (isNew) state.form.reset(valuesOf(null));
      onDone?.();
      toast.show(message);
    },
    onDone: () => {
      deleteFormDraft(draft);
      onDone?.();
    },
  });
  const { form, base } = state;

  function nameOf(userId: number): string {
    const user = users.data?.find(({ user_id }) => user_id === userId);
    return user ? personName(user) : `User ${userId}`;
  }

  return (
    <FormShell
      differences={(current, entered) => differencesOf(current, entered, base ?? current, nameOf)}
      onCancel={isNew ? null : undefined}
      state={state}
      submitLabel={isNew ? 'Upload' : 'Save'}
      submitVariant={submitVariant}
      upload={{ ...upload, name: form.getValues('file')?.name ?? form.getValues('file_name') }}
    >
      <DocumentFields
        Picker={Picker}
        columns={columns}
        form={form}
        hasSpanish={endpoint.path.startsWith('/api/training/')}
        hasSpanishFile={base?.file_path_es !== undefined}
        isNew={isNew}
        kinds={endpoint.upload.kinds}
        lastTime={lastTime}
        peopleRequired={peopleRequired}
      />
    </FormShell>
  );
}
