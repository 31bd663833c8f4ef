import { beforeEach, describe, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { dayAfter } from '#contract/rules/dates.ts';
import { holidaysOf } from '#contract/rules/holidays.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { parseCalendar as parse, textOf } from '#tests/harness/icalendar.ts';
import { folded } from '../../platform/formats/icalendar.ts';

describe('GET /holidays.ics', () => {
  // Still 2025 in Joliet.
  const newYearsEve = new Date('2026-01-01T05:30:00Z');
  let clock = newYearsEve;
  const server = suiteApp('sqlite', { now: () => clock });
  beforeEach(() => {
    clock = newYearsEve;
  });

  test('serves a public calendar of three years', async () => {
    const response = await server.app.inject('/holidays.ics');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const calendar = parse(response.body);
    expect(calendar.name).toBe('VCALENDAR');
    expect(textOf(calendar, 'VERSION')).toBe('2.0');
    expect(textOf(calendar, 'PRODID')).toContain(company.name);
    expect(textOf(calendar, 'X-WR-CALNAME')).toContain(company.name);
    const events = calendar.parts;
    expect(events.every(({ name }) => name === 'VEVENT')).toBe(true);
    const shown = events.map((event) => {
      const [start, end] = ['DTSTART', 'DTEND'].map((part) =>
        event.lines.find(({ name }) => name === part),
      );
      expect([start?.parameters, end?.parameters]).toEqual([';VALUE=DATE', ';VALUE=DATE']);
      expect(textOf(event, 'DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
      const date = start?.value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') ?? '';
      expect(end?.value).toBe(dayAfter(date).replaceAll('-', ''));
      return { name: textOf(event, 'SUMMARY'), date };
    });
    expect(shown).toEqual([2024, 2025, 2026].flatMap(holidaysOf));
    const ids = events.map((event) => textOf(event, 'UID'));
    expect(new Set(ids).size).toBe(21);
  });

  test('has Spanish names under the Spanish address, with the same ids', async () => {
    const [english, spanish] = await Promise.all(
      ['/holidays.ics', '/es/holidays.ics'].map(async (path) => {
        const { parts } = parse((await server.app.inject(path)).body);
        return parts.map((event) => [textOf(event, 'SUMMARY'), textOf(event, 'UID')] as const);
      }),
    );
    expect(spanish?.slice(0, 3).map(([name]) => name)).toEqual([
      ...['Año Nuevo', 'Día de los Presidentes', 'Día de los Caídos'],
    ]);
    const names = new Set(english?.map(([name]) => name));
    expect(spanish?.filter(([name]) => names.has(name))).toEqual([]);
    expect(spanish?.map(([, id]) => id)).toEqual(english?.map(([, id]) => id));
  });

  test('keeps the ids of entries across years, and changes the year in the company’s time zone', async () => {
    const ids = async () => {
      const { body } = await server.app.inject('/holidays.ics');
      return parse(body).parts.map((event) => textOf(event, 'UID'));
    };
    const before = await ids();
    clock = new Date('2026-01-01T06:00:00Z');
    const after = await ids();
    expect(after.slice(0, 14)).toEqual(before.slice(7));
    expect(after.at(-1)).toMatch(/^2027-/);
  });
});

test('folds long lines at 75 octets, between characters', () => {
  const line = `SUMMARY:${'Żółć 🚚 '.repeat(30)}`;
  const pieces = folded(line).split('\r\n');
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
  expect(pieces.slice(1).every((piece) => piece.startsWith(' '))).toBe(true);
  expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line);
});
