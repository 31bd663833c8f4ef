import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
afterEach(() => vi.unstubAllGlobals());

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

describe('privacy', () => {
  const day = 24 * 60 * 60 * 1000;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') });
    vi.resetModules();
    vi.stubGlobal(
      'localStorage',
      new Proxy(
        {
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => void kept.set(key, value),
          removeItem: (key: string) => void kept.delete(key),
        },
        { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => listed },
      ),
    );
  });
  afterEach(() => vi.useRealTimers());
  const listed = { enumerable: true, configurable: true, writable: true, value: '' };

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
    writeDraft('application.1', newDraft(values));
    expect([...kept.values()].join()).not.toMatch(/nine cars|D400|Female|1990|6789/);
    const draft = readDraft('application.1');
    expect(draft?.values).toEqual({ first_name: 'Rosa' });
    expect(draft?.omitted).toEqual([
      'password',
      'driver_license_number',
      'gender',
      'date_of_birth',
      'social_security_number',
    ]);
    const later = newDraft({ first_name: 'R', gender: 'Male' }, 'key', false, draft?.omitted);
    expect(later.omitted).toHaveLength(5);
  });

  test('forgets a draft after 14 days (SEC22)', () => {
    writeDraft('inquiry', newDraft({ company_name: 'Otto' }));
    vi.advanceTimersByTime(14 * day);
    expect(readDraft('inquiry')).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(readDraft('inquiry')).toBeNull();
  });

  test('a page load deletes the old drafts of all forms, and what earlier releases stored', async () => {
    writeDraft('application.7', newDraft({ first_name: 'Old' }));
    const [prefix = ''] = [...kept.keys()].map((key) => key.replace('application.7', ''));
    vi.advanceTimersByTime(15 * day);
    const former = { ...newDraft({ city: 'Joliet' }), values: { city: 'Joliet', race: 'White' } };
    kept.set(`${prefix}application.8`, JSON.stringify(former));
    const fresh = await import('./draft.ts');
    fresh.readDraft('inquiry');
    expect([...kept.keys()]).toEqual([`${prefix}application.8`]);
    expect([...kept.values()].join()).not.toContain('White');
    expect(fresh.readDraft('application.8')).toMatchObject({
      savedAt: former.savedAt,
      values: { city: 'Joliet' },
      omitted: ['race'],
    });
  });
});
