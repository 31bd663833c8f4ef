import { type DragEvent, useRef, useState } from 'react';
import { sendAttachment } from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { files } from '#contract/messages/files.ts';
import { acceptOf, sizeFault } from '../shared/files/file-facts.ts';
import { usePrepareFile } from '../shared/files/use-prepare-file.ts';
import { useUploadLimit } from '../shared/files/use-upload-limit.ts';

const { kinds } = sendAttachment.upload;

/** For the file chooser. */
export const accepted = acceptOf(kinds);

export interface ChosenFile {
  file: File;
  /** The reason it can't be sent. */
  error: string | undefined;
}

/** The file of the next message: chosen, pasted or dropped on the conversation. */
export function useAttachment(hasRoomFor: (bytes: number) => boolean) {
  const megabytes = useUploadLimit();
  const prepare = usePrepareFile(kinds);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const latest = useRef<File | null>(null);
  const [isOver, setOver] = useState(false);

  function setFile(file: File | null) {
    latest.current = file;
    setChosen(file && { file, error: undefined });
    if (file && typeError(file) === undefined) void check(file);
  }

  async function check(file: File) {
    const result = await prepare(file, ({ name }) => {
      // It can't be sent until it's converted.
      if (latest.current === file) setChosen({ file, error: files.converting(name) });
    });
    if (latest.current !== file) return;
    if (result.fault === files.missing) setChosen(null);
    else setChosen({ file: result.file ?? file, error: result.fault ?? undefined });
  }

  function findError(file: File): string | undefined {
    const error = typeError(file) ?? (megabytes && sizeFault(file, kinds, megabytes));
    return error || (hasRoomFor(file.size) ? undefined : messages.tooManyFiles);
  }

  const attached: ChosenFile | null = chosen && {
    file: chosen.file,
    error: chosen.error ?? findError(chosen.file),
  };
  const drop = {
    onDragLeave: () => setOver(false),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDrop: (event: DragEvent) => {
      const [dropped] = event.dataTransfer.files;
      setOver(false);
      if (!dropped) return;
      event.preventDefault();
      setFile(dropped);
    },
  };
  return { attached, setFile, isOver, drop };
}

/** Browsers omit unknown types; the server then decides by the content. */
function typeError({ type }: File): string | undefined {
  return type === '' || /^image\/|^application\/pdf$/.test(type) ? undefined : messages.wrongFile;
}
