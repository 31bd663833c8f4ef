import type { ComponentProps } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FilePicker } from './file-picker.tsx';

interface FormFileProps<Values extends FieldValues, Body>
  extends Omit<
    ComponentProps<typeof FilePicker>,
    'name' | 'files' | 'onFiles' | 'multiple' | 'error'
  > {
  control: Control<Values, unknown, Body>;
  /** The form value that holds the chosen File, null for none. */
  name: Path<Values>;
}

/** The file control of a record form. */
export function FormFile<Values extends FieldValues, Body>({
  control,
  name,
  ...picker
}: FormFileProps<Values, Body>) {
  const { field, fieldState } = useController({ control, name });
  const file: File | null = field.value;
  return (
    <FilePicker
      {...picker}
      error={fieldState.error?.message}
      files={file ? [file] : []}
      name={name}
      onFiles={([chosen]) => field.onChange(chosen ?? null)}
    />
  );
}
