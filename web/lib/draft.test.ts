import { beforeEach, expect, test, vi } from 'vitest';
import { deleteDraft, newDraft, readDraft, writeDraft } from './draft.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('keeps values and key per form until the draft is deleted', () => {
  const draft = newDraft({ first_name: 'Rosa' });
  writeDraft('application.1', draft);
  expect(readDraft('application.1')).toEqual(draft);
  expect(readDraft('application.2')).toBeNull();
  deleteDraft('application.1');
  expect(kept.size).toBe(0);
});

test('ignores malformed drafts and blocked storage', () => {
  writeDraft('inquiry', newDraft({}));
  const [key] = kept.keys();
  for (const broken of [
    '',
    '{',
    'null',
    '{"values":{}}',
    '{"savedAt":"x","key":"k","values":{}}',
  ]) {
    kept.set(String(key), broken);
    expect(readDraft('inquiry')).toBeNull();
  }
  vi.stubGlobal('localStorage', undefined);
  expect(readDraft('inquiry')).toBeNull();
  expect(() => writeDraft('inquiry', newDraft({}))).not.toThrow();
});
