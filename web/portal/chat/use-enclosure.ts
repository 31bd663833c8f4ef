import { type DragEvent, useRef, useState } from 'react';
import { sendAttachment } from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { files } from '#contract/messages/files.ts';
import { acceptOf, sizeFault } from '../shared/files/file-facts.ts';
import { usePrepareFile } from '../shared/files/use-prepare-file.ts';
import { useUploadLimit } from '../shared/files/use-upload-limit.ts';

const { kinds } = sendAttachment.upload;

/** What the chooser of files offers. */
export const accepted = acceptOf(kinds);

export interface Enclosed {
  file: File;
  /** Why it cannot go, before a byte is sent. */
  fault: string | undefined;
}

/** The file that goes with the next message: chosen, pasted or dropped on the conversation. */
export function useEnclosure(hasRoomFor: (bytes: number) => boolean) {
  const megabytes = useUploadLimit();
  const prepare = usePrepareFile(kinds);
  const [chosen, setChosen] = useState<Enclosed | null>(null);
  const latest = useRef<File | null>(null);
  const [isOver, setOver] = useState(false);

  function setFile(file: File | null) {
    latest.current = file;
    setChosen(file && { file, fault: undefined });
    if (file && declaredFault(file) === undefined) void check(file);
  }

  async function check(file: File) {
    const result = await prepare(file, ({ name }) => {
      // Until it's converted it can't go.
      if (latest.current === file) setChosen({ file, fault: files.converting(name) });
    });
    if (latest.current !== file) return;
    if (result.fault === files.missing) setChosen(null);
    else setChosen({ file: result.file ?? file, fault: result.fault ?? undefined });
  }

  function faultOf(chosen: File): string | undefined {
    const declared = declaredFault(chosen);
    if (declared !== undefined) return declared;
    const fault = megabytes === null ? null : sizeFault(chosen, kinds, megabytes);
    return fault ?? (hasRoomFor(chosen.size) ? undefined : messages.tooManyFiles);
  }

  const enclosed: Enclosed | null = chosen && {
    file: chosen.file,
    fault: chosen.fault ?? faultOf(chosen.file),
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
  return { enclosed, setFile, isOver, drop };
}

/** A browser that doesn't know a kind names none: then the bytes tell. */
function declaredFault({ type }: File): string | undefined {
  return type === '' || /^image\/|^application\/pdf$/.test(type) ? undefined : messages.wrongFile;
}
