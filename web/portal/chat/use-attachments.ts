import { type DragEvent, useRef, useState } from 'react';
import { sendAttachment } from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { files } from '#contract/messages/files.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { acceptOf, sizeFault } from '../shared/files/file-facts.ts';
import { usePrepareFile } from '../shared/files/use-prepare-file.ts';
import { useUploadLimit } from '../shared/files/use-upload-limit.ts';

const { kinds } = sendAttachment.upload;

/** For the file chooser. */
export const accepted = acceptOf(kinds);

/** The most files that are sent at once. */
export const maxChosenFiles = 10;

export interface ChosenFile {
  key: string;
  file: File;
  /** The reason it can't be sent. */
  error: string | undefined;
}

/** The files of the next messages, in order: chosen, pasted or dropped on the conversation. */
export function useAttachments(hasRoomFor: (sizes: readonly number[]) => boolean) {
  const megabytes = useUploadLimit();
  const prepare = usePrepareFile(kinds);
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [isTooMany, setTooMany] = useState(false);
  const [isOver, setOver] = useState(false);
  // One after the other: each may ask a question, and a conversion takes memory.
  const checks = useRef(Promise.resolve());

  function add(added: readonly File[]) {
    const room = Math.max(0, maxChosenFiles - chosen.length);
    setTooMany(added.length > room);
    const fresh = added.slice(0, room).map((file) => ({
      ...{ key: newIdempotencyKey(), file, error: undefined },
    }));
    setChosen([...chosen, ...fresh]);
    for (const one of fresh) {
      if (typeError(one.file) === undefined) {
        checks.current = checks.current.then(() => check(one));
      }
    }
  }

  function change(key: string, part: Partial<ChosenFile> | null) {
    setChosen((list) =>
      list.flatMap((one) => (one.key !== key ? one : part === null ? [] : { ...one, ...part })),
    );
  }

  async function check({ key, file }: ChosenFile) {
    // It can't be sent until it's converted.
    const result = await prepare(file, ({ name }) =>
      change(key, { error: files.converting(name) }),
    );
    if (result.fault === files.missing) change(key, null);
    else change(key, { file: result.file ?? file, error: result.fault ?? undefined });
  }

  const hasRoom = hasRoomFor(chosen.map(({ file }) => file.size));
  const attached = chosen.map((one): ChosenFile => {
    const fault = typeError(one.file) ?? (megabytes && sizeFault(one.file, kinds, megabytes));
    const error = one.error ?? (fault || (hasRoom ? undefined : messages.tooManyFiles));
    return { ...one, error };
  });
  const drop = {
    onDragLeave: () => setOver(false),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDrop: (event: DragEvent) => {
      const dropped = [...event.dataTransfer.files];
      setOver(false);
      if (dropped.length === 0) return;
      event.preventDefault();
      add(dropped);
    },
  };
  return {
    attached,
    /** Why some of the chosen files weren't added. */
    alert: isTooMany ? messages.maxFiles(maxChosenFiles) : undefined,
    add,
    remove: (key: string) => {
      setTooMany(false);
      change(key, null);
    },
    clear: () => {
      setTooMany(false);
      setChosen([]);
    },
    isOver,
    drop,
  };
}

/** Browsers omit unknown types; the server then decides by the content. */
function typeError({ type }: File): string | undefined {
  return type === '' || /^image\/|^application\/pdf$/.test(type) ? undefined : messages.wrongFile;
}
