import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Drafts, deleteDrafts } from './unsent-storage.ts';

/** A browser's storage. */
function browserStorage() {
  const values = new Map<string, string>();
  return {
    values,
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

it('deletes the drafts of other users, or of all, and nothing else', () => {
  const browser = browserStorage();
  browser.setItem('headrack.draft.v1.inquiry', 'kept');
  for (const userId of [1, 11]) new Drafts(userId, browser).set(2, 'not yet');
  deleteDrafts(browser, 11);
  expect([new Drafts(1, browser).get(2), new Drafts(11, browser).get(2)]).toEqual(['', 'not yet']);
  deleteDrafts(browser, null);
  expect([...browser.values.values()]).toEqual(['kept']);
});

it('keeps a draft by receiver and for that user only', () => {
  const browser = browserStorage();
  new Drafts(1, browser).set(2, 'not yet');
  const later = new Drafts(1, browser);
  expect([later.get(2), later.get(3), new Drafts(11, browser).get(2)]).toEqual(['not yet', '', '']);
  later.set(2, '');
  expect(browser.values.size).toBe(0);
});

describe('after 14 days', () => {
  const day = 24 * 60 * 60 * 1000;
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('deletes drafts (SEC22)', () => {
    const browser = browserStorage();
    new Drafts(1, browser).set(2, 'not yet');
    vi.advanceTimersByTime(14 * day);
    new Drafts(1, browser).set(3, 'later');
    expect(browser.values.size).toBe(2);
    vi.advanceTimersByTime(1);
    expect(new Drafts(1, browser).get(2)).toBe('');
    expect(browser.values.size).toBe(1);
  });
});
