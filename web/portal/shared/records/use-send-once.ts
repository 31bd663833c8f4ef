import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';

/** Runs one action at a time; calls while it runs are ignored. */
export function useOnce(): (action: () => Promise<void>) => Promise<void> {
  const running = useRef(false);
  return useCallback(async (action) => {
    if (running.current) return;
    running.current = true;
    try {
      await action();
    } finally {
      running.current = false;
    }
  }, []);
}

/** An idempotency key: the same for every retry until renewed. */
export function useIdempotencyKey(): { current: () => string; renew: () => void } {
  const key = useRef<string | null>(null);
  return {
    current: () => {
      key.current ??= newIdempotencyKey();
      return key.current;
    },
    renew: () => {
      key.current = null;
    },
  };
}

/** Sends a creation about one record: retries after a lost response have the key of the first try. */
export function useKeyedSend<R>(
  send: (id: number, idempotencyKey: string) => Promise<R>,
): (id: number) => Promise<R> {
  const key = useIdempotencyKey();
  const last = useRef<number | null>(null);
  return async (id) => {
    if (last.current !== id) key.renew();
    last.current = id;
    const reply = await send(id, key.current());
    key.renew();
    return reply;
  };
}
