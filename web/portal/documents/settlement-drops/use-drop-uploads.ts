import { useCallback, useEffect, useRef, useState } from 'react';
import { pdfOnly } from '#contract/files.ts';
import { files as filesText } from '#contract/messages/files.ts';
import { addDropFile, type DropFile, openDrop } from '#contract/settlement-drops.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { upload } from '#web/lib/api/upload.ts';
import { uploadBegins } from '../../shared/files/running-uploads.ts';
import { usePrepareFile } from '../../shared/files/use-prepare-file.ts';

/** The upload of a file into a drop. */
export interface DropUpload {
  id: string;
  /** The Idempotency-Key of its retries. */
  key: string;
  file: File;
  /** 'refused': the file itself is wrong, so a retry can't help. */
  state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** 0 to 100. */
  percent: number;
  error: unknown;
}

const maxSending = 2;

interface Options {
  /** The drop to upload to; null creates one with the first file. */
  dropId: number | null;
  onDrop: (dropId: number) => void;
  onFile: (dropId: number, file: DropFile) => void;
  /** The drop was published or discarded; the next files create another one. */
  onGone: () => void;
}

/** Uploads files into a drop, two at a time; failed ones stay for a retry. */
export function useDropUploads({ dropId, onDrop, onFile, onGone }: Options) {
  const prepare = usePrepareFile(pdfOnly);
  const [queue, setQueue] = useState<readonly DropUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const opening = useRef<{ key: string; drop: Promise<number> | null }>({
    key: newIdempotencyKey(),
    drop: null,
  });

  const change = useCallback((id: string, change: Partial<DropUpload>) => {
    setQueue((old) => old.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }, []);
  const forget = useCallback((id: string) => {
    setQueue((old) => old.filter((entry) => entry.id !== id));
  }, []);

  async function open(): Promise<number> {
    const { key } = opening.current;
    try {
      const { drop_id } = await call(openDrop, {}, { idempotencyKey: key });
      opening.current.key = newIdempotencyKey();
      onDrop(drop_id);
      return drop_id;
    } finally {
      opening.current.drop = null;
    }
  }

  /** The drop on the screen, or one that is created for all waiting files. */
  function target(): Promise<number> {
    if (dropId !== null) return Promise.resolve(dropId);
    opening.current.drop ??= open();
    return opening.current.drop;
  }

  async function send({ id, key, file }: DropUpload): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    change(id, { state: 'sending', percent: 0, error: null });
    try {
      const into = await target();
      const reply = await upload(addDropFile, {}, file, {
        params: { id: into },
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: (part) => change(id, { percent: Math.floor(part * 100) }),
      });
      onFile(into, reply.file);
      forget(id);
    } catch (error) {
      if (controller.signal.aborted) return forget(id);
      const status = error instanceof CallError ? error.status : 0;
      const state = status === 413 || status === 415 ? 'refused' : 'failed';
      // With a reply nothing was stored, so the next try needs a new key.
      change(id, { state, error, key: status === 0 ? key : newIdempotencyKey() });
      if (status === 404) onGone();
    } finally {
      running.current.delete(id);
    }
  }

  const waiting = queue.filter(({ state }) => state === 'waiting');
  const free = maxSending - queue.filter(({ state }) => state === 'sending').length;
  const next = waiting.slice(0, Math.max(0, free));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a free slot or a new file starts the next one
  useEffect(() => {
    for (const entry of next) if (!running.current.has(entry.id)) void send(entry);
  }, [next.map(({ id }) => id).join()]);

  const retry = useCallback((ids: readonly string[]) => {
    setQueue((old) =>
      old.map((entry) => (ids.includes(entry.id) ? { ...entry, state: 'waiting' } : entry)),
    );
  }, []);

  // Uploads that failed offline continue when the connection is back.
  useEffect(() => {
    const back = () =>
      setQueue((old) =>
        old.map((entry) => (isOffline(entry) ? { ...entry, state: 'waiting' } : entry)),
      );
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);

  const isBusy = queue.some(({ state }) => state !== 'refused');
  useEffect(() => (isBusy ? uploadBegins() : undefined), [isBusy]);

  useEffect(() => {
    const sent = running.current;
    return () => {
      for (const controller of sent.values()) controller.abort();
    };
  }, []);

  const cancel = useCallback(
    (ids: readonly string[]) => {
      for (const id of ids) {
        running.current.get(id)?.abort();
        forget(id);
      }
    },
    [forget],
  );

  return {
    queue,
    add: async (files: readonly File[]) => {
      // One at a time: each may ask a question.
      for (const chosen of files) {
        const { file, fault } = await prepare(chosen);
        const entry: DropUpload = {
          id: newIdempotencyKey(),
          key: newIdempotencyKey(),
          file: chosen,
          state: file ? 'waiting' : 'refused',
          percent: 0,
          error: fault === null ? null : new CallError(415, { error: fault }),
        };
        if (fault !== filesText.missing) setQueue((old) => [...old, entry]);
      }
    },
    retry,
    cancel,
  };
}

/** Failed without a reply. */
function isOffline({ state, error }: DropUpload): boolean {
  return state === 'failed' && error instanceof CallError && error.status === 0;
}
