import { expect, test, vi } from 'vitest';
import { allowStoring, storing, wipe } from './storing.ts';

test('what was being stored at a logout is deleted, and nothing is stored until the next sign-in', async () => {
  const stored = new Set<string>();
  vi.stubGlobal('caches', {
    keys: async () => [...stored],
    delete: async (name: string) => stored.delete(name),
  });
  const arrival = Promise.withResolvers<void>();
  const late = storing(async () => {
    await arrival.promise;
    stored.add('headrack.files.7');
  });
  const wiped = wipe();
  await storing(async () => stored.add('after'));
  arrival.resolve();
  await Promise.all([late, wiped]);
  expect([...stored]).toEqual([]);

  allowStoring();
  await storing(async () => stored.add('headrack.files.8'));
  expect([...stored]).toEqual(['headrack.files.8']);
});
