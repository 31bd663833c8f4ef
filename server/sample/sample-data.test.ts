import { describe, expect, test } from 'vitest';
import { applicationInput } from '#contract/applications.ts';
import { honeypotField } from '#contract/form-choices.ts';
import { inquiryInput } from '#contract/inquiries.ts';
import { emailOf } from './employees.ts';
import { readSample } from './sample-data.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const midnight = new Date('2026-03-11T05:01:00Z');
const moments = [
  noon,
  midnight,
  new Date('2026-07-18T14:30:00Z'),
  new Date('2026-11-01T06:30:00Z'),
];
const samples = await Promise.all(
  moments.map(async (now) => ({ now, ...(await readSample(now)) })),
);
const { employees, tables } = await readSample(noon);
const rowsOf = (table: string) => tables[table] ?? [];

const isPlanned = (name: string) => ['expires_at', 'until', 'due_at'].includes(name);

/** Every text in a value, with the name of its field. */
function textsIn(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    textsIn(entry, Array.isArray(value) ? name : key),
  );
}

describe('the dates of the sample data, at any time of the day', () => {
  test('are up to a week old: no instant but an expiry, the end of a duty and a due time is after now', () => {
    for (const { now, ...sample } of samples) {
      const past = textsIn(sample)
        .filter(([name, text]) => /^\d{4}-\d\d-\d\dT.*Z$/.test(text) && !isPlanned(name))
        .map(([, text]) => text);
      const newest = past.toSorted().at(-1) ?? '';
      expect(newest <= now.toISOString(), newest).toBe(true);
      expect(now.getTime() - Date.parse(newest)).toBeLessThan(8 * 86_400_000);
    }
  });

  test('keep their weekdays', () => {
    for (const { documents } of samples) {
      const settlements = documents.filter(({ file }) => file.startsWith('settlements/'));
      expect(settlements).toHaveLength(40);
      for (const { name } of settlements) {
        const [date = ''] = /\d{4}-\d\d-\d\d/.exec(name) ?? [];
        expect(new Date(date).getUTCDay(), name).toBe(5);
      }
    }
  });
});

test('the total of each quote is the sum of its lines, and every status is shown', () => {
  const quotes = rowsOf('quotes') as unknown as {
    status: string;
    total_cents: number;
    quote_lines: { quantity: number; unit_price_cents: number }[];
  }[];
  for (const { total_cents, quote_lines } of quotes) {
    const amounts = quote_lines.map((line) => line.quantity * line.unit_price_cents);
    expect(amounts.reduce((one, other) => one + other)).toBe(total_cents);
  }
  const statuses = ['draft', 'sent', 'accepted', 'declined', 'withdrawn'];
  expect(new Set(quotes.map(({ status }) => status))).toEqual(new Set(statuses));
});

describe('the sample data passes the same checks as user input, at any time of the day', () => {
  test('applications and inquiries', () => {
    for (const row of rowsOf('applications')) {
      const { work_experiences: workExperiences, work_references: references } = row;
      expect(applicationInput.parse({ ...row, workExperiences, references })).toMatchObject({
        first_name: row.first_name,
        state: row.state,
        workExperiences,
        references,
      });
    }
    for (const inquiry of rowsOf('inquiries')) {
      expect(inquiry.reference).toMatch(/^Q-[2-9A-HJKMNP-Z]{6}$/);
      const sent = inquiryInput.parse({ ...inquiry, [honeypotField]: '' });
      expect(sent.number_of_vehicles).toBe(inquiry.number_of_vehicles);
    }
  });
});

test('phone numbers and email addresses are reserved for examples', () => {
  expect(new Set(employees.map(({ username }) => username)).size).toBe(27);
  const emails = employees.map(emailOf);
  const all = JSON.stringify([employees, emails, rowsOf('applications'), rowsOf('inquiries')]);
  for (const [, number] of all.matchAll(/"(\d{3}-\d{3}-\d{4})"/g)) {
    expect(number).toMatch(/^\d{3}-555-01\d\d$/);
  }
  for (const [, domain] of all.matchAll(/[\w.-]@([\w.-]+)/g)) {
    expect(domain).toMatch(/(^|\.)example\.com$/);
  }
});
