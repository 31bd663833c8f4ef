import type { ReactNode } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { documents as messages } from '#contract/messages/documents.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FormFile } from '../files/form-file.tsx';
import { type PeoplePickerProps, UserPicker } from '../people/user-picker.tsx';
import { SpanishVersion } from '../records/spanish-version.tsx';

/** The form values of a document. */
export interface DocumentValues {
  file: File | null;
  file_name: string;
  file_name_es: string;
  user_ids: readonly number[];
  acknowledge: 0 | 1;
}

interface DocumentFieldsProps extends Pick<PeoplePickerProps, 'lastTime'> {
  form: UseFormReturn<DocumentValues, unknown, DocumentValues>;
  kinds: readonly FileKind[];
  /** An existing document keeps its file unless another is chosen. */
  isNew: boolean;
  peopleRequired: boolean;
  /** Asks for a Spanish name, too. */
  hasSpanish: boolean;
  /** Classes of the grid. */
  columns: string;
  Picker?: (props: PeoplePickerProps) => ReactNode;
}

/** File, name, people and whether to ask for a confirmation. */
export function DocumentFields({
  form,
  kinds,
  isNew,
  peopleRequired,
  hasSpanish,
  lastTime,
  columns,
  Picker = UserPicker,
}: DocumentFieldsProps) {
  const { control } = form;
  const { field: acknowledge } = useController({ control, name: 'acknowledge' });
  const name = (
    <Field
      error={form.formState.errors.file_name?.message}
      hint={isNew ? "Leave blank to keep the file's name." : undefined}
      label="File name"
      name="file_name"
      required={!isNew}
    >
      <Input autoComplete="off" maxLength={200} {...form.register('file_name')} />
    </Field>
  );
  return (
    <div className={`grid gap-x-8 gap-y-4 ${columns}`}>
      <div className="grid min-w-0 content-start gap-4">
        {!isNew && name}
        <FormFile
          control={control}
          hint={isNew ? undefined : messages.receiptsStartOver}
          kinds={kinds}
          label={isNew ? 'File' : 'Replacement file (optional)'}
          name="file"
          required={isNew}
        />
        {isNew && name}
        {hasSpanish && (
          <SpanishVersion
            hasError={form.formState.errors.file_name_es !== undefined}
            isFilled={form.getValues('file_name_es') !== ''}
          >
            <Field
              error={form.formState.errors.file_name_es?.message}
              label="File name (Spanish)"
              name="file_name_es"
            >
              <Input autoComplete="off" maxLength={200} {...form.register('file_name_es')} />
            </Field>
          </SpanishVersion>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <People Picker={Picker} control={control} lastTime={lastTime} required={peopleRequired} />
        <Checkbox
          checked={acknowledge.value === 1}
          label={messages.askToConfirm}
          name="acknowledge"
          onChange={(event) => acknowledge.onChange(event.target.checked ? 1 : 0)}
          value="1"
        />
      </div>
    </div>
  );
}

interface PeopleProps extends Pick<PeoplePickerProps, 'lastTime' | 'required'> {
  control: DocumentFieldsProps['form']['control'];
  Picker: (props: PeoplePickerProps) => ReactNode;
}

function People({ control, Picker, ...picker }: PeopleProps) {
  const { field, fieldState } = useController({ control, name: 'user_ids' });
  return (
    <Picker
      {...picker}
      chosen={field.value}
      error={fieldState.error?.message}
      onChange={(ids) => field.onChange(ids.toSorted((a, b) => a - b))}
    />
  );
}
