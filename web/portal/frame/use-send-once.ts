import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts';

/** Runs one deed at a time: a second press while it runs does nothing. */
export function useOnce(): (deed: () => Promise<void>) => Promise<void> {
  const running = useRef(false);
  return useCallback(async (deed) => {
    if (running.current) return;
    running.current = true;
    try {
      await deed();
    } finally {
      running.current = false;
    }
  }, []);
}

/** The key of the thing that a form creates: the same for every try, renewed after it is stored. */
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
