let isWiped = false;
const running = new Set<Promise<unknown>>();

/** Runs what stores something on the device, unless a logout has wiped it. */
export async function storing(work: () => Promise<unknown>): Promise<void> {
  if (isWiped) return;
  const promise = work();
  running.add(promise);
  try {
    await promise;
  } finally {
    running.delete(promise);
  }
}

/** Someone has signed in again in a page that this worker still controls. */
export function allowStoring(): void {
  isWiped = false;
}

/** Deletes every cache, also those that running work creates again after the page has deleted them. */
export async function wipe(): Promise<void> {
  isWiped = true;
  await Promise.allSettled(running);
  if (!isWiped) return;
  for (const name of await caches.keys()) await caches.delete(name);
}
