import * as z from 'zod/mini';
import { uploadDriverDocument } from '#contract/driver-file.ts';
import type { DriverFileKind } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { t } from '#contract/text/languages.ts';
import { driverFileKey } from '../shared/driver-file/expired-drivers.data.ts';
import { FormFile } from '../shared/files/form-file.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { itemFields } from './item-fields.ts';

interface UploadFormProps {
  employeeId: number;
  kind: DriverFileKind;
  isOffice: boolean;
  onDirty?: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Adds a document with its dates: a photo taken now, or a file. */
export function UploadForm({ employeeId, kind, isOffice, onDirty, onDone }: UploadFormProps) {
  const upload = useUpload(uploadDriverDocument);
  const fields = itemFields(kind, isOffice);
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  const file = z
    .custom<File | null>()
    .check(z.refine((chosen) => chosen !== null, messages.fileMissing));
  const state = useRecordForm<{ version: number }, UploadValues, UploadValues>({
    draft: draftOf(employeeId, kind),
    record: null,
    idOf: () => employeeId,
    valuesOf: () => ({ file: null, ...formValues(fields, {}) }),
    schema: z.object({
      ...Object.fromEntries(schemas),
      file,
    }) as unknown as z.ZodMiniType<UploadValues>,
    save: ({ file: chosen, ...details }) =>
      upload.start({ params: { employee_id: employeeId, kind }, fields: details, file: chosen }),
    queryKey: driverFileKey,
    messages: { saveFailed: messages.uploadFailed },
    ...(onDirty && { onDirty }),
    onDone,
  });
  const chosen = state.form.watch('file');
  return (
    <FormShell
      differences={() => []}
      onCancel={onDone}
      state={state}
      submitLabel={isOffice ? 'Add document' : t('Send to the office', 'Enviar a la oficina')}
      upload={{ ...upload, name: chosen?.name ?? '' }}
    >
      <FormFile
        control={state.form.control}
        disabled={state.isSaving}
        kinds={uploadDriverDocument.upload.kinds}
        label={t('Photo or PDF', 'Foto o PDF')}
        name="file"
        plain
        required
      />
      <FormFields fields={fields} form={state.form} />
    </FormShell>
  );
}

type UploadValues = { file: File | null } & Record<keyof ReturnType<typeof itemFields>, string>;

/** The name of the form's draft on this device. */
export function draftOf(employeeId: number, kind: DriverFileKind): string {
  return `driver-file ${employeeId} ${kind}`;
}
