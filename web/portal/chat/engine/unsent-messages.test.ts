import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFiles, memoryStorage } from '../../../../tests/harness/chat-fakes.ts';
import { maxFileBytes, maxFiles, UnsentMessages } from './unsent-messages.ts';
import { countUnsent, deleteUnsent } from './unsent-storage.ts';

function browserStorage(isFull = false) {
  const values = new Map<string, string>();
  const canWrite = () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return true;
  };
  return Object.assign(memoryStorage(values, { canWrite }), { values });
}
const files = memoryFiles();
const text = (clientId: string) => ({ clientId, receiverId: 2, content: clientId, file: null });
const names = (unsent: UnsentMessages) => unsent.all.map(({ clientId }) => clientId);

it('keeps unsent messages over a reload, in order, for that user only', () => {
  const browser = browserStorage();
  const before = new UnsentMessages(1, browser, files);
  for (const name of ['c', 'a', 'b']) before.add(text(name));
  expect(names(new UnsentMessages(1, browser, files))).toEqual(['c', 'a', 'b']);
  expect(names(new UnsentMessages(11, browser, files))).toEqual([]);
  expect([countUnsent(browser, 1), countUnsent(browser, 11)]).toEqual([3, 0]);
});

it('works without storage, with a full one and with invalid values in it', () => {
  for (const storage of [null, browserStorage(true)]) {
    const unsent = new UnsentMessages(1, storage, files);
    unsent.add(text('a'));
    unsent.refresh();
    expect(names(unsent)).toEqual(['a']);
    unsent.remove('a');
    expect(names(unsent)).toEqual([]);
  }
  const broken = browserStorage();
  for (const [index, value] of ['', '{', 'null', '[]', '{"receiverId":"2"}'].entries()) {
    broken.values.set(`headrack.outbox.v1.1.${index}`, value);
  }
  expect(names(new UnsentMessages(1, broken, files))).toEqual([]);
});

it('keeps a file over a reload, in order between texts, until it is removed', async () => {
  const browser = browserStorage();
  const device = memoryFiles();
  const photo = new File(['bytes'], 'x.png');
  const unsent = new UnsentMessages(1, browser, device);
  unsent.add(text('a'));
  unsent.add({ ...text('photo'), file: photo });
  unsent.add(text('b'));
  expect(names(unsent)).toEqual(['a', 'photo', 'b']);
  expect(
    names(new UnsentMessages(1, browser, device)),
    'not before the device stores the file',
  ).toEqual(['a', 'b']);
  expect(await unsent.storeFile('photo', photo)).toBe(true);
  const later = new UnsentMessages(1, browser, device);
  expect(names(later)).toEqual(['a', 'photo', 'b']);
  const entry = later.get('photo');
  expect(entry?.attached).toEqual({ name: 'x.png', size: 5 });
  expect(entry && (await later.readFile(entry))).toBe(photo);
  later.remove('photo');
  expect([names(later), device.size()]).toEqual([['a', 'b'], 0]);
});

it('keeps a file in the tab where the device cannot store it', async () => {
  const photo = new File(['bytes'], 'x.png');
  for (const [storage, device] of [
    [browserStorage(), memoryFiles(true)],
    [browserStorage(true), memoryFiles()],
    [null, memoryFiles()],
  ] as const) {
    const unsent = new UnsentMessages(1, storage, device);
    unsent.add({ ...text('photo'), file: photo });
    expect(await unsent.storeFile('photo', photo)).toBe(false);
    expect([unsent.get('photo')?.file, device.size()]).toEqual([photo, 0]);
  }
});

it('limits the number of files and their total size', () => {
  const unsent = new UnsentMessages(1, browserStorage(), files);
  expect([unsent.hasRoomFor([1, maxFileBytes - 1]), unsent.hasRoomFor([1, maxFileBytes])]).toEqual([
    true,
    false,
  ]);
  for (let n = 0; n < maxFiles; n += 1) {
    expect(unsent.hasRoomFor([1])).toBe(true);
    unsent.add({ ...text(`photo ${n}`), file: new File(['x'], 'x.png') });
  }
  expect(unsent.hasRoomFor([1])).toBe(false);
});

it('deletes the messages of other users, or of all, and nothing else', () => {
  const browser = browserStorage();
  browser.setItem('headrack.draft.1.inquiry', 'kept');
  for (const userId of [1, 11]) {
    new UnsentMessages(userId, browser, files).add(text('a'));
  }
  deleteUnsent(browser, 11);
  expect([countUnsent(browser, 1), countUnsent(browser, 11), browser.values.size]).toEqual([
    0, 1, 2,
  ]);
  deleteUnsent(browser, null);
  expect([...browser.values.values()]).toEqual(['kept']);
});

describe('after 14 days', () => {
  const day = 24 * 60 * 60 * 1000;
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('deletes unsent messages with their files (SEC22)', async () => {
    const [browser, device] = [browserStorage(), memoryFiles()];
    const unsent = new UnsentMessages(1, browser, device);
    const photo = new File(['x'], 'x.png');
    unsent.add({ ...text('photo'), file: photo });
    await unsent.storeFile('photo', photo);
    vi.advanceTimersByTime(14 * day);
    new UnsentMessages(1, browser, device).add(text('later'));
    expect(browser.values.size).toBe(2);
    vi.advanceTimersByTime(1);
    expect(new UnsentMessages(1, browser, device).all).toMatchObject([{ clientId: 'later' }]);
    expect([browser.values.size, device.size()]).toEqual([1, 0]);
  });
});
