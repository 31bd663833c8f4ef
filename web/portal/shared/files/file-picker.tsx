import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { files } from '#contract/messages/files.ts';
import { t } from '#contract/text/languages.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { chooseFiles, setFiles } from '#web/lib/device/chosen-files.ts';
import { Field } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/input.tsx';
import { ScanButton } from '#web/ui/scan/scan-button.tsx';
import { acceptOf, formatLimit, formatSize } from './file-facts.ts';
import { usePrepareFile } from './use-prepare-file.ts';
import { useUploadLimit } from './use-upload-limit.ts';

interface FilePickerProps {
  name?: string;
  label: ReactNode;
  /** `endpoint.upload.kinds` */
  kinds: readonly FileKind[];
  files: readonly File[];
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** A limit below the usual one. */
  maxMegabytes?: number;
  required?: boolean;
  /** Shown before the limit. */
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  /** Without a border, for pages with many. */
  plain?: boolean;
}

/**
 * A file control that also takes dropped files and states the accepted kinds. It empties itself when `files` does.
 * A single file is checked immediately; several are passed on unchecked.
 */
export function FilePicker({
  name = 'file',
  label,
  kinds,
  files: chosenFiles,
  onFiles,
  multiple = false,
  maxMegabytes,
  required = false,
  hint,
  error,
  disabled = false,
  plain = false,
}: FilePickerProps) {
  const usual = useUploadLimit();
  const megabytes = maxMegabytes ?? usual;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { fault, note, take } = useChosenFile(kinds, chosenFiles, onFiles, input);
  const [first] = chosenFiles;

  function choose(chosen: File[]) {
    if (multiple) onFiles(chosen);
    else void take(chosen[0] ?? null);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files].slice(0, multiple ? undefined : 1);
    if (disabled || !input.current || dropped.length === 0) return;
    chooseFiles(input.current, dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the control inside is accessible
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
        error={fault ?? error}
        hint={
          <>
            {hint}
            {hint && ' '}
            {megabytes !== null && formatLimit(kinds, megabytes)}
            {!multiple &&
              first &&
              !fault &&
              !note &&
              t(` Chosen: ${formatSize(first.size)}.`, ` Elegido: ${formatSize(first.size)}.`)}
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
          onChange={(event) => choose([...(event.target.files ?? [])])}
          ref={input}
        />
      </Field>
      {kinds.includes('pdf') && (
        <ScanButton
          disabled={disabled}
          megabytes={megabytes}
          onPdf={(pdf) =>
            input.current &&
            chooseFiles(input.current, [...chosenFiles, pdf].slice(multiple ? 0 : -1))
          }
        />
      )}
      <p className="text-sm text-steel" role="status">
        {note}
      </p>
      {!plain && (
        <p aria-hidden="true" className="mt-1 hidden text-sm text-steel lg:block">
          {multiple
            ? t('Or drop files here.', 'O suelte archivos aquí.')
            : t('Or drop a file here.', 'O suelte un archivo aquí.')}
        </p>
      )}
    </div>
  );
}

/** Passes on the chosen file immediately, then the checked or converted one. */
function useChosenFile(
  kinds: readonly FileKind[],
  [restored]: readonly File[],
  onFiles: (files: File[]) => void,
  input: RefObject<HTMLInputElement | null>,
) {
  const prepare = usePrepareFile(kinds);
  const isEmpty = restored === undefined;
  const latest = useRef<File | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [note, setNote] = useState('');
  const latestOnFiles = useRef(onFiles);
  latestOnFiles.current = onFiles;
  useEffect(() => {
    if (!isEmpty || !input.current) return;
    latest.current = null;
    input.current.value = '';
    setFault(undefined);
    setNote('');
  }, [isEmpty, input]);
  // A file of a draft wasn't chosen with the control, which has to show it all the same.
  useEffect(() => {
    if (restored && input.current?.files?.length === 0) setFiles(input.current, [restored]);
  }, [restored, input]);

  async function take(chosen: File | null) {
    latest.current = chosen;
    setFault(undefined);
    setNote('');
    onFiles(chosen ? [chosen] : []);
    if (!chosen) return;
    const result = await prepare(chosen, ({ name }) => setNote(files.converting(name)));
    // Another file was chosen in the meantime.
    if (latest.current !== chosen) return;
    setNote('');
    if (result.fault === files.missing) {
      // The user chose not to upload it.
      latestOnFiles.current([]);
    } else if (result.fault !== null) {
      setFault(result.fault);
    } else if (result.file !== chosen) {
      if (input.current) setFiles(input.current, [result.file]);
      latestOnFiles.current([result.file]);
      setNote(files.converted(chosen.name));
    }
  }

  return { fault, note, take };
}
