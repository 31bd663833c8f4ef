import { expect, it } from 'vitest';
import { Drafts } from './drafts.ts';
import { WaitingMessages } from './waiting.ts';
import { hasWaiting, type KeepingPlace } from './waiting-keys.ts';

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
const text = (clientId: string) => ({ clientId, receiverId: 2, content: clientId, file: null });
const names = (waiting: WaitingMessages) => waiting.all.map(({ clientId }) => clientId);

it('keeps what waits over a reload, in its order, for that person alone', () => {
  const browser = place();
  const before = new WaitingMessages(1, browser);
  for (const name of ['c', 'a', 'b']) before.add(text(name));
  expect(names(new WaitingMessages(1, browser))).toEqual(['c', 'a', 'b']);
  expect(names(new WaitingMessages(11, browser))).toEqual([]);
  expect([hasWaiting(browser, 1), hasWaiting(browser, 11)]).toEqual([true, false]);
});

it('shares what waits with another tab, and what became of it', () => {
  const browser = place();
  const [one, other] = [new WaitingMessages(1, browser), new WaitingMessages(1, browser)];
  one.add(text('a'));
  other.add(text('b'));
  expect(names(other)).toEqual(['a', 'b']);
  one.refresh();
  one.drop('b');
  const [kept] = one.all;
  if (kept) one.put({ ...kept, error: 'no' });
  expect(other.refresh().map(({ clientId }) => clientId)).toEqual(['b']);
  expect(other.all.map(({ error }) => error)).toEqual(['no']);
});

it('works without a storage, with a full one and with one that holds nonsense', () => {
  for (const storage of [null, place(true)]) {
    const waiting = new WaitingMessages(1, storage);
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
  expect(names(new WaitingMessages(1, broken))).toEqual([]);
});

it('never writes a file down, and keeps its place among the texts', () => {
  const browser = place();
  const waiting = new WaitingMessages(1, browser);
  waiting.add(text('a'));
  waiting.add({ ...text('photo'), file: new File(['x'], 'x.png') });
  waiting.add(text('b'));
  expect(names(waiting)).toEqual(['a', 'photo', 'b']);
  expect(names(new WaitingMessages(1, browser))).toEqual(['a', 'b']);
});

it('keeps a draft by person and for that user alone', () => {
  const browser = place();
  new Drafts(1, browser).set(2, 'not yet');
  const later = new Drafts(1, browser);
  expect([later.get(2), later.get(3), new Drafts(11, browser).get(2)]).toEqual(['not yet', '', '']);
  later.set(2, '');
  expect(browser.kept.size).toBe(0);
});
