import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { FileKind } from '#contract/endpoint.ts';
import { Field } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/input.tsx';
import { acceptOf, limitWords, sizeFault, sizeWords } from './file-facts.ts';
import { useUploadLimit } from './use-upload-limit.ts';

interface FilePickerProps {
  name?: string;
  label: ReactNode;
  /** What the call takes: `endpoint.upload.kinds`. */
  kinds: readonly FileKind[];
  files: readonly File[];
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  required?: boolean;
  /** Said before the limit. */
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  /** Without the box around it, where many stand below each other. */
  plain?: boolean;
}

/** A file control that files can also be dropped on; says what is taken. Give it another `key` to empty it. */
export function FilePicker({
  name = 'file',
  label,
  kinds,
  files,
  onFiles,
  multiple = false,
  required = false,
  hint,
  error,
  disabled = false,
  plain = false,
}: FilePickerProps) {
  const megabytes = useUploadLimit();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [first] = files;
  const fault = files.map((file) => faultOf(file, kinds, megabytes)).find(Boolean);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (disabled || !input.current || dropped.length === 0) return;
    const taken = new DataTransfer();
    for (const file of multiple ? dropped : dropped.slice(0, 1)) taken.items.add(file);
    // The control shows what it holds, so it has to hold what was dropped.
    input.current.files = taken.files;
    onFiles([...taken.files]);
    input.current.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control inside is the first
    <div
      className={`border-2 border-dashed ${plain ? '-m-0.5' : 'p-4'} ${
        over ? 'border-rust bg-well' : plain ? 'border-transparent' : 'border-line'
      }`}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(!disabled);
      }}
      onDrop={drop}
    >
      <Field
        error={error ?? fault}
        hint={
          <>
            {hint}
            {hint && ' '}
            {megabytes !== null && limitWords(kinds, megabytes)}
            {!multiple && first && ` Chosen: ${sizeWords(first.size)}.`}
          </>
        }
        label={label}
        name={name}
        required={required}
      >
        <FileInput
          accept={acceptOf(kinds)}
          disabled={disabled}
          multiple={multiple}
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
          ref={input}
        />
      </Field>
      {!plain && (
        <p aria-hidden="true" className="mt-1 hidden text-sm text-steel lg:block">
          Or drop {multiple ? 'files' : 'a file'} here.
        </p>
      )}
    </div>
  );
}

function faultOf(file: File, kinds: readonly FileKind[], megabytes: number | null) {
  const fault = megabytes === null ? null : sizeFault(file, kinds, megabytes);
  return fault === null ? undefined : `${file.name}: ${fault}`;
}
