import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, type CallInput, type Endpoint, type ReplyOf } from '#contract/wire/endpoint.ts';
import { Waiting } from '../offline/outbox.ts';
import { sendOrWait } from '../offline/outbox-of.ts';
import { useIdempotencyKey } from '../records/use-send-once.ts';
import { preparedFile } from './prepared-files.ts';
import { uploadBegins } from './running-uploads.ts';

interface UploadInput<E extends Endpoint> {
  params?: CallInput<E>['params'];
  /** Fields by their wire names: texts, lists, which go as JSON, and a checked file of `otherField`. */
  fields: Record<string, unknown>;
  /** Several for an endpoint that takes them. */
  file: File | readonly File[] | null;
}

/**
 * Uploads with progress, one at a time. `start` returns the reply, or null when it was cancelled or
 * another is running, and rejects with CallError, or with Waiting when it is sent later. Leaving the page cancels.
 */
export function useUpload<E extends Endpoint>(endpoint: E) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const running = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  async function start({ params, fields, file }: UploadInput<E>): Promise<ReplyOf<E> | null> {
    if (running.current) return null;
    const controller = new AbortController();
    running.current = controller;
    const over = uploadBegins();
    setPercent(0);
    const { signal } = controller;
    const onProgress = (part: number) => setPercent(Math.floor(part * 100));
    const send = (files: readonly File[]) =>
      sendOrWait(
        client,
        endpoint,
        { params, body: fields, files },
        { signal, onProgress, idempotencyKey: key.current() },
      );
    try {
      const chosen = [file ?? []].flat();
      const field = endpoint.upload?.field ?? '';
      const checked = await Promise.all(chosen.map((one) => fileToSend(field, one)));
      if (controller.signal.aborted) return null;
      const reply = await send(checked).catch((error: unknown) => {
        if (!(error instanceof CallError && error.status === 422)) throw error;
        // The key was used for another upload, whose reply was lost.
        key.renew();
        return send(checked);
      });
      key.renew();
      return reply;
    } catch (error) {
      if (controller.signal.aborted) return null;
      if (error instanceof Waiting) key.renew();
      throw error;
    } finally {
      over();
      running.current = null;
      setPercent(null);
    }
  }

  return { start, cancel, percent };
}

/** Returns the checked file; throws the server's error for a refused one. */
export async function fileToSend(field: string, chosen: File): Promise<File> {
  const { file, fault } = await preparedFile(chosen);
  if (file) return file;
  throw new CallError(415, { error: fault, fields: { [field]: fault } });
}
