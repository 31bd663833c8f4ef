import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/harness/stub-storage.ts';
import { deleteDraft, deleteOldDrafts, deleteUserDrafts, readDraft, saveDraft } from './drafts.ts';

const day = 24 * 60 * 60 * 1000;
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') });
  stored = stubStorage('localStorage');
});
test('keeps values and what the form needs besides, by owner and form, until the draft is deleted', () => {
  saveDraft('visitor', 'application.1', { first_name: 'Rosa' }, { key: 'k' });
  const draft = { savedAt: '2026-03-02T12:00:00.000Z', values: { first_name: 'Rosa' }, key: 'k' };
  expect(readDraft('visitor', 'application.1')).toEqual({ ...draft, omitted: [] });
  expect(readDraft('visitor', 'application.2')).toBeNull();
  expect(readDraft(1, 'application.1')).toBeNull();
  deleteDraft('visitor', 'application.1');
  expect(stored.size).toBe(0);
});

test('ignores malformed drafts and blocked storage', () => {
  saveDraft('visitor', 'inquiry', {});
  const [key] = stored.keys();
  for (const broken of ['', '{', 'null', '{"values":{}}', '{"savedAt":"x","values":{}}']) {
    stored.set(String(key), broken);
    expect(readDraft('visitor', 'inquiry')).toBeNull();
  }
  vi.stubGlobal('localStorage', undefined);
  expect(readDraft('visitor', 'inquiry')).toBeNull();
  expect(() => saveDraft('visitor', 'inquiry', {})).not.toThrow();
});

test('never stores passwords, license numbers, gender and the like, but their names (SEC22)', () => {
  const values = {
    first_name: 'Rosa',
    password: 'a load of nine cars',
    driver_license_number: 'D400-1234',
    cdl_license_number: '',
    gender: 'Female',
    date_of_birth: '1990-01-01',
    social_security_number: '123-45-6789',
  };
  saveDraft('visitor', 'application.1', values);
  const omitted = [
    'password',
    'driver_license_number',
    'gender',
    'date_of_birth',
    'social_security_number',
  ];
  expect([...stored.values()].join()).not.toMatch(/nine cars|D400|Female|1990|6789/);
  const draft = readDraft('visitor', 'application.1');
  expect(draft).toMatchObject({ values: { first_name: 'Rosa' }, omitted });
  saveDraft('visitor', 'application.1', { first_name: 'R', gender: 'Male' });
  expect(readDraft('visitor', 'application.1')?.omitted).toEqual(omitted);
});

test('forgets a draft after 14 days (SEC22)', () => {
  saveDraft('visitor', 'inquiry', { company_name: 'Otto' });
  vi.advanceTimersByTime(14 * day);
  deleteOldDrafts();
  expect(readDraft('visitor', 'inquiry')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(readDraft('visitor', 'inquiry')).toBeNull();
  deleteOldDrafts();
  expect(stored.size).toBe(0);
});

test.each([
  [1, 12],
  [12, 1],
])(
  "deletes other users' drafts but not those of %i, and never a visitor's (SEC22)",
  (own, other) => {
    for (const owner of ['visitor', own, other] as const)
      saveDraft(owner, 'job', { title: 'Driver' });
    deleteUserDrafts(own);
    expect([readDraft(own, 'job'), readDraft(other, 'job')]).toEqual([expect.anything(), null]);
    deleteUserDrafts(null);
    expect(readDraft(own, 'job')).toBeNull();
    expect(readDraft('visitor', 'job')).not.toBeNull();
  },
);
