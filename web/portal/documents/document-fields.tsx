import type { FileKind } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { PeoplePicker } from '../files/people-picker.tsx';

/** What the controls of a document hold. */
export interface DocumentValues {
  file: File | null;
  file_name: string;
  user_ids: readonly number[];
  acknowledge: 0 | 1;
}

interface DocumentFieldsProps {
  values: DocumentValues;
  onChange: (change: Partial<DocumentValues>) => void;
  /** By wire name. */
  errors: Readonly<Record<string, string>>;
  kinds: readonly FileKind[];
  /** A document that is there already keeps its file unless another is chosen. */
  isNew: boolean;
  peopleRequired: boolean;
  disabled: boolean;
}

/** File, name, people and the wish for a confirmation, by their wire names. */
export function DocumentFields({
  values,
  onChange,
  errors,
  kinds,
  isNew,
  peopleRequired,
  disabled,
}: DocumentFieldsProps) {
  const name = (
    <Field
      error={errors.file_name}
      hint={isNew ? "Left empty it is the file's own." : undefined}
      label="File name"
      name="file_name"
      required={!isNew}
    >
      <Input
        autoComplete="off"
        disabled={disabled}
        maxLength={200}
        onChange={(event) => onChange({ file_name: event.target.value })}
        value={values.file_name}
      />
    </Field>
  );
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[2fr_3fr]">
      <div className="grid content-start gap-4">
        {!isNew && name}
        <FilePicker
          disabled={disabled}
          error={errors.file}
          files={values.file ? [values.file] : []}
          hint={isNew ? undefined : text.receiptsStartOver}
          kinds={kinds}
          label={isNew ? 'File' : 'Replacement file (optional)'}
          onFiles={([file]) => onChange({ file: file ?? null })}
          required={isNew}
        />
        {isNew && name}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <PeoplePicker
          chosen={values.user_ids}
          disabled={disabled}
          error={errors.user_ids}
          onChange={(user_ids) => onChange({ user_ids })}
          required={peopleRequired}
        />
        <Checkbox
          checked={values.acknowledge === 1}
          disabled={disabled}
          label={text.askToConfirm}
          name="acknowledge"
          onChange={(event) => onChange({ acknowledge: event.target.checked ? 1 : 0 })}
          value="1"
        />
      </div>
    </div>
  );
}
