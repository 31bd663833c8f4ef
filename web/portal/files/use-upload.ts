import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, type CallInput, type Endpoint, type ReplyOf } from '#contract/endpoint.ts';
import { upload } from '#web/lib/api.ts';
import { useIdempotencyKey } from '../frame/use-send-once.ts';
import { uploadBegins } from './running-uploads.ts';

interface UploadInput<E extends Endpoint> {
  params?: CallInput<E>['params'];
  /** Text fields by their wire names; lists go as JSON. */
  fields: Record<string, unknown>;
  file: File | null;
}

/**
 * Sends a file with progress, one at a time. `start` answers the reply, null when it was cancelled or
 * one is running already, and rejects with CallError. Leaving the page cancels.
 */
export function useUpload<E extends Endpoint>(endpoint: E) {
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
    const send = () =>
      upload(endpoint, fields, file, {
        params,
        signal: controller.signal,
        idempotencyKey: key.current(),
        onProgress: (part) => setPercent(Math.floor(part * 100)),
      });
    try {
      const reply = await send().catch((error: unknown) => {
        if (!(error instanceof CallError && error.status === 422)) throw error;
        // The key was used for something else, whose answer was lost: this is another thing.
        key.renew();
        return send();
      });
      key.renew();
      return reply;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      over();
      running.current = null;
      setPercent(null);
    }
  }

  return { start, cancel, percent };
}
