import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.resetModules());

// Some ICU versions write en-CA dates as 11/22/2026, or with invisible direction marks.
it('builds dates from parts when the locale prints them otherwise', async () => {
  class OtherFormat extends Intl.DateTimeFormat {
    override format = () => '11/22/2026';
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: OtherFormat } }));
  const { today } = await import('./dates.ts');
  expect(today(new Date('2026-11-22T03:30:00Z'))).toBe('2026-11-21');
});

it('names the zone of a time for readers elsewhere', async () => {
  const { longDayAndTime } = await import('./dates.ts');
  expect(longDayAndTime('2026-11-25T21:01:00Z')).toMatch(/^November 25, 2026 at 3:01\sPM Central$/);
});
