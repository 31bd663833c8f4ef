import { expect, test, vi } from 'vitest';
import { deviceStore } from './device-store.ts';

test.each([
  ['nobody', null],
  ['somebody else', `x.${btoa('{"exp":9999999999,"sub":"8"}')}.x`],
])('stores nothing for a user while %s is signed in', async (_name, token) => {
  const open = vi.fn();
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? token : null) });
  await expect(deviceStore('headrack.x').put([7, 'copy'], {})).rejects.toThrow('signed in');
  // The database that a logout has deleted doesn't exist again.
  expect(open).not.toHaveBeenCalled();
});

test('gives up a storage that never answers, so that a call is sent without it', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const read = deviceStore('headrack.x').all(7);
  const refused = expect(read).rejects.toThrow('took too long');
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
});
