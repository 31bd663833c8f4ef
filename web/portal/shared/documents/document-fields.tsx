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
  file_es: File | null;
  remove_file_es: 0 | 1;
  user_ids: readonly number[];
  acknowledge: 0 | 1;
}

interface DocumentFieldsProps extends Pick<PeoplePickerProps, 'lastTime'> {
  form: UseFormReturn<DocumentValues, unknown, DocumentValues>;
  kinds: readonly FileKind[];
  /** An existing document keeps its file unless another is chosen. */
  isNew: boolean;
  peopleRequired: boolean;
  /** Asks for a Spanish name and a Spanish file, too. */
  hasSpanish: boolean;
  /** There is a Spanish file. */
  hasSpanishFile: boolean;
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
  hasSpanishFile,
  lastTime,
  columns,
  Picker = UserPicker,
}: DocumentFieldsProps) {
  const { control } = form;
  const { errors } = form.formState;
  const { field: acknowledge } = useController({ control, name: 'acknowledge' });
  const { field: removed } = useController({ control, name: 'remove_file_es' });
  const removal = hasSpanishFile ? ' The Spanish file is removed unless you replace it, too.' : '';
  const name = (
    <Field
      error={errors.file_name?.message}
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
          hint={isNew ? undefined : messages.receiptsStartOver + removal}
          kinds={kinds}
          label={isNew ? 'File' : 'Replacement file (optional)'}
          name="file"
          required={isNew}
        />
        {isNew && name}
        {hasSpanish && (
          <SpanishVersion
            hasError={errors.file_name_es !== undefined || errors.file_es !== undefined}
            isFilled={hasSpanishFile || form.getValues('file_name_es') !== ''}
          >
            <Field
              error={errors.file_name_es?.message}
              label="File name (Spanish)"
              name="file_name_es"
            >
              <Input autoComplete="off" maxLength={200} {...form.register('file_name_es')} />
            </Field>
            <FormFile
              control={control}
              kinds={kinds}
              label={hasSpanishFile ? 'Replacement file (Spanish)' : 'File (Spanish)'}
              name="file_es"
              plain
            />
            {hasSpanishFile && (
              <Checkbox
                checked={removed.value === 1}
                label="Remove the Spanish file"
                name="remove_file_es"
                onChange={(event) => removed.onChange(event.target.checked ? 1 : 0)}
                value="1"
              />
            )}
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
