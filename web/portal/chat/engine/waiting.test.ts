import { expect, it } from 'vitest';
import { memoryFiles } from '../../../../tests/harness/memory-files.ts';
import { Drafts } from './drafts.ts';
import { maxFileBytes, maxFiles, WaitingMessages } from './waiting.ts';
import { countUnsent, deleteUnsent, type KeepingPlace } from './waiting-keys.ts';

function place(full = false): KeepingPlace & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}
const files = memoryFiles();
const text = (clientId: string) => ({ clientId, receiverId: 2, content: clientId, file: null });
const names = (waiting: WaitingMessages) => waiting.all.map(({ clientId }) => clientId);

it('keeps what waits over a reload, in its order, for that person alone', () => {
  const browser = place();
  const before = new WaitingMessages(1, browser, files);
  for (const name of ['c', 'a', 'b']) before.add(text(name));
  expect(names(new WaitingMessages(1, browser, files))).toEqual(['c', 'a', 'b']);
  expect(names(new WaitingMessages(11, browser, files))).toEqual([]);
  expect([countUnsent(browser, 1), countUnsent(browser, 11)]).toEqual([3, 0]);
});

it('shares what waits with another tab, and what became of it', () => {
  const browser = place();
  const removed: string[] = [];
  const one = new WaitingMessages(1, browser, files);
  const other = new WaitingMessages(1, browser, files, (entries) =>
    removed.push(...entries.map(({ clientId }) => clientId)),
  );
  one.add(text('a'));
  other.add(text('b'));
  expect(names(other)).toEqual(['a', 'b']);
  one.refresh();
  one.drop('b');
  one.update('a', { error: 'no' });
  other.add(text('c'));
  expect(removed, 'also when this tab writes before its storage event').toEqual(['b']);
  expect(other.all.map(({ error }) => error)).toEqual(['no', null]);
  other.drop('a');
  one.update('a', { error: null });
  expect(names(one), 'a removed message does not come back').toEqual(['c']);
});

it('works without a storage, with a full one and with one that holds nonsense', () => {
  for (const storage of [null, place(true)]) {
    const waiting = new WaitingMessages(1, storage, files);
    waiting.add(text('a'));
    waiting.refresh();
    expect(names(waiting)).toEqual(['a']);
    waiting.drop('a');
    expect(names(waiting)).toEqual([]);
  }
  const broken = place();
  for (const [index, nonsense] of ['', '{', 'null', '[]', '{"receiverId":"2"}'].entries()) {
    broken.kept.set(`headrack.outbox.v1.1.${index}`, nonsense);
  }
  expect(names(new WaitingMessages(1, broken, files))).toEqual([]);
});

it('keeps a file over a reload, in its place among the texts, until it is dropped', async () => {
  const browser = place();
  const device = memoryFiles();
  const photo = new File(['bytes'], 'x.png');
  const waiting = new WaitingMessages(1, browser, device);
  waiting.add(text('a'));
  waiting.add({ ...text('photo'), file: photo });
  waiting.add(text('b'));
  expect(names(waiting)).toEqual(['a', 'photo', 'b']);
  expect(names(new WaitingMessages(1, browser, device)), 'not without its bytes').toEqual([
    'a',
    'b',
  ]);
  expect(await waiting.keepFile('photo', photo)).toBe(true);
  const later = new WaitingMessages(1, browser, device);
  expect(names(later)).toEqual(['a', 'photo', 'b']);
  const entry = later.get('photo');
  expect(entry?.attached).toEqual({ name: 'x.png', size: 5 });
  expect(entry && (await later.readFile(entry))).toBe(photo);
  later.drop('photo');
  expect([names(later), device.size()]).toEqual([['a', 'b'], 0]);
});

it('keeps the bytes of a file in the tab where the device takes none', async () => {
  const photo = new File(['bytes'], 'x.png');
  for (const [storage, device] of [
    [place(), memoryFiles(true)],
    [place(true), memoryFiles()],
    [null, memoryFiles()],
  ] as const) {
    const waiting = new WaitingMessages(1, storage, device);
    waiting.add({ ...text('photo'), file: photo });
    expect(await waiting.keepFile('photo', photo)).toBe(false);
    expect([waiting.get('photo')?.file, device.size()]).toEqual([photo, 0]);
  }
});

it('takes a limited number of files, and of bytes', () => {
  const waiting = new WaitingMessages(1, place(), files);
  expect([waiting.hasRoomFor(maxFileBytes), waiting.hasRoomFor(maxFileBytes + 1)]).toEqual([
    true,
    false,
  ]);
  for (let n = 0; n < maxFiles; n += 1) {
    expect(waiting.hasRoomFor(1)).toBe(true);
    waiting.add({ ...text(`photo ${n}`), file: new File(['x'], 'x.png') });
  }
  expect(waiting.hasRoomFor(1)).toBe(false);
});

it("deletes what others have left, or everything, and nothing that isn't a message", () => {
  const browser = place();
  browser.setItem('headrack.draft.v1.inquiry', 'kept');
  for (const userId of [1, 11]) {
    new WaitingMessages(userId, browser, files).add(text('a'));
    new Drafts(userId, browser).set(2, 'not yet');
  }
  deleteUnsent(browser, 11);
  expect([countUnsent(browser, 1), countUnsent(browser, 11), browser.kept.size]).toEqual([0, 1, 3]);
  deleteUnsent(browser, null);
  expect([...browser.kept.values()]).toEqual(['kept']);
});

it('keeps a draft by person and for that user alone', () => {
  const browser = place();
  new Drafts(1, browser).set(2, 'not yet');
  const later = new Drafts(1, browser);
  expect([later.get(2), later.get(3), new Drafts(11, browser).get(2)]).toEqual(['not yet', '', '']);
  later.set(2, '');
  expect(browser.kept.size).toBe(0);
});
