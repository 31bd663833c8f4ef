import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `holds` is true and returns the milliseconds that took; rejects with `words` after `within` ms. */
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
