import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { isFull } from './is-full.ts';

/** Numbers from 0 to 1, the same for the same seed: Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Random integers below a number, which a failed test can repeat: from the seed FUZZ_SEED, by default a fixed one, in
 * full runs a new one. Call it in a test.
 */
export function seededRandom(): (max: number) => number {
  const seed = Number(process.env.FUZZ_SEED) || (isFull ? randomInt(2 ** 31) : 20_261_121);
  onTestFailed(() => console.error(`FUZZ_SEED=${seed} repeats its random numbers.`));
  const random = randomNumbers(seed);
  return (max) => Math.floor(random() * max);
}
