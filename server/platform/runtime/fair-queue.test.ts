import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { HttpError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

/** A queue whose tasks wait until they are finished by hand, in the order in which they started. */
function watchedQueue(maxWaiting: number) {
  const queue = new FairQueue({ active: 1, waiting: maxWaiting }, 10);
  const started: string[] = [];
  const finishers: (() => void)[] = [];
  const outcomes: Record<string, string> = {};
  return {
    started,
    outcomes,
    add(owner: string, name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue
        .run(owner, () => {
          started.push(name);
          finishers.push(resolve);
          return promise;
        })
        .then(
          () => {
            outcomes[name] = 'done';
          },
          (error: unknown) => {
            outcomes[name] = error instanceof HttpError ? `${error.code} ${error.retryAfter}` : '';
          },
        );
    },
    async finishAll() {
      for (let n = 0; n < finishers.length; n += 1) {
        finishers[n]?.();
        // The queue asks for a turn of the event loop after this one does, and begins the next task in it.
        await turn();
        await turn();
      }
    },
  };
}

test('runs one task at a time and lets people take turns', async () => {
  const { add, started, finishAll } = watchedQueue(10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('anna', name);
  add('ben', 'b1');
  add('ben', 'b2');
  add('carl', 'c1');
  expect(started).toEqual(['a1']);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('rejects with 503 and Retry-After when full', async () => {
  const { add, outcomes, finishAll } = watchedQueue(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add('anna', name);
  await finishAll();
  expect(outcomes).toEqual({ a1: 'done', a2: 'done', a3: 'done', a4: 'busy 10', a5: 'busy 10' });
});

test('a queue that rests begins the next task later, at most 100 ms', async () => {
  vi.useFakeTimers();
  const start = performance.now();
  const begun: number[] = [];
  const task = (ms: number) => () => {
    begun.push(performance.now() - start);
    return new Promise((resolve) => setTimeout(resolve, ms));
  };
  const queue = new FairQueue({ active: 1, waiting: 2, rest: 2 }, 10);
  const all = [20, 300, 0].map((ms) => queue.run('anna', task(ms)));
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(all);
  expect(begun.map((ms) => Math.floor(ms / 10) * 10)).toEqual([0, 60, 460]);
});
