import { expect, test } from 'vitest';
import { shareReads } from './shared-reads.ts';

test('callers share a call, but none that began before they asked', async () => {
  const calls: PromiseWithResolvers<number>[] = [];
  const read = shareReads(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  const [first, second, third] = [read(), read(), read()];
  expect(calls).toHaveLength(1);
  calls[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(calls).toHaveLength(2);
  const fourth = read();
  calls[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  calls[2]?.resolve(3);
  expect(await fourth).toBe(3);
  void read();
  expect(calls).toHaveLength(4);
});
