import { type DragEvent, useState } from 'react';
import { sendAttachment } from '#contract/chat.ts';
import { chat as text } from '#contract/messages/chat.ts';
import { acceptOf, sizeFault } from '../files/file-facts.ts';
import { useUploadLimit } from '../files/use-upload-limit.ts';

const { kinds } = sendAttachment.upload;

/** What the chooser of files offers. */
export const accepted = acceptOf(kinds);

export interface Enclosed {
  file: File;
  /** Why it cannot go, before a byte is sent. */
  fault: string | undefined;
}

/** The file that goes with the next message: chosen, pasted or dropped on the conversation. */
export function useEnclosure() {
  const megabytes = useUploadLimit();
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);

  function faultOf(chosen: File): string | undefined {
    // A browser that does not know a kind says nothing; the server looks at the bytes.
    const isTaken = chosen.type === '' || /^image\/|^application\/pdf$/.test(chosen.type);
    if (!isTaken) return text.wrongFile;
    return (megabytes === null ? null : sizeFault(chosen, kinds, megabytes)) ?? undefined;
  }

  const enclosed: Enclosed | null = file && { file, fault: faultOf(file) };
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
