import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `isMet` is true and returns the elapsed milliseconds; rejects with `expectation` after `within` ms. */
export async function until(
  expectation: string,
  within: number,
  isMet: () => boolean | Promise<boolean>,
): Promise<number> {
  const start = performance.now();
  while (!(await isMet())) {
    if (performance.now() - start > within)
      throw new Error(`not within ${within} ms: ${expectation}`);
    await pause(10);
  }
  return performance.now() - start;
}
