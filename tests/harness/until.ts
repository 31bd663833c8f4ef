import { setTimeout as pause } from 'node:timers/promises';

/** Resolves as soon as it holds, to the milliseconds that took; rejects with the words when it does not within that many. */
export async function until(
  words: string,
  within: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > within) throw new Error(`not within ${within} ms: ${words}`);
    await pause(10);
  }
  return performance.now() - start;
}
