import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('calls with one key run one after another, also after a failure; others need not wait', async () => {
  const run = inTurns<string>();
  const log: string[] = [];
  const work =
    (name: string, ticks: number, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      for (let n = 0; n < ticks; n++) await tick();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    run('a', work('a1', 6, true)),
    run('a', work('a2', 1)),
    run('b', work('b1', 1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});
