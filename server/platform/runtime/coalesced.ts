/**
 * Returns a function whose callers share a call of `read`, though never one that began before they asked: the result
 * is as new as if each had its own.
 */
export function coalesced<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    next = null;
    const reading = read().finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}

/**
 * Returns a function whose callers share a call of `read`, each with a key of its own, though never one that began
 * before they asked.
 */
export function inBatches<K, V>(
  read: (keys: K[]) => Promise<Map<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting = new Set<K>();
  const readAll = coalesced(() => {
    const keys = [...waiting];
    waiting = new Set();
    return read(keys);
  });
  return async (key) => {
    waiting.add(key);
    return (await readAll()).get(key);
  };
}
