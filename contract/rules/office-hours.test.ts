import { expect, test } from 'vitest';
import { businessDayAfter, dayLabel, officeAt, timeLabel, weekdayLabel } from './office-hours.ts';

/** Company times are Chicago's: five hours behind UTC in summer, six in winter. */
test.each([
  // A Wednesday in March, in summer time, from the minute of opening until the minute of closing.
  ['2026-03-11T11:59:59.999Z', false, '2026-03-10T22:00', '2026-03-11T12:00'],
  ['2026-03-11T12:00:00.000Z', true, '2026-03-11T12:00', '2026-03-11T22:00'],
  ['2026-03-11T21:59:59.999Z', true, '2026-03-11T12:00', '2026-03-11T22:00'],
  ['2026-03-11T22:00:00.000Z', false, '2026-03-11T22:00', '2026-03-12T12:00'],
  // A weekend is one closing, also when daylight saving begins and ends.
  ['2026-03-08T09:00:00.000Z', false, '2026-03-06T23:00', '2026-03-09T12:00'],
  ['2026-11-01T06:30:00.000Z', false, '2026-10-30T22:00', '2026-11-02T13:00'],
  // Christmas, a Friday, closes from Thursday to Monday.
  ['2026-12-25T16:00:00.000Z', false, '2026-12-24T23:00', '2026-12-28T13:00'],
])('at %s the office is open: %s', (instant, isOpen, since, until) => {
  const [begin, end] = [since, until].map((time) => `${time}:00.000Z`);
  expect(officeAt(new Date(instant))).toEqual({ isOpen, since: begin, until: end });
});

test.each([
  ['in the week: the same time next day', '2026-01-13T10:00-06:00', '2026-01-14T10:00-06:00'],
  ['Friday 4:30 PM before a holiday Monday', '2026-05-22T16:30-05:00', '2026-05-26T16:30-05:00'],
  ['the first minute of a day: its end', '2026-01-13T07:00-06:00', '2026-01-13T17:00-06:00'],
  ['before opening: the end of the day', '2026-01-13T05:30-06:00', '2026-01-13T17:00-06:00'],
  ['at closing: the end of the next day', '2026-01-13T17:00-06:00', '2026-01-14T17:00-06:00'],
  ['Saturday: the end of Monday', '2026-01-17T12:00-06:00', '2026-01-19T17:00-06:00'],
  ['Thanksgiving: the end of Friday', '2026-11-26T12:00-06:00', '2026-11-27T17:00-06:00'],
  ['over the hour that is skipped', '2026-03-06T16:59-06:00', '2026-03-09T16:59-05:00'],
  ['over the hour that comes twice', '2026-10-30T16:59-05:00', '2026-11-02T16:59-06:00'],
  ['over the new year', '2026-12-31T09:15-06:00', '2027-01-04T09:15-06:00'],
])('one business day of office hours, %s', (_name, from, until) => {
  expect(new Date(businessDayAfter(new Date(from)))).toEqual(new Date(until));
});

test('labels are on the company’s clock', () => {
  const opens = '2026-11-30T13:00:00.000Z';
  expect([timeLabel(opens), weekdayLabel(opens), dayLabel(opens)]).toEqual([
    '7:00 AM',
    'Monday 7:00 AM Central',
    'Monday, November 30, at 7:00 AM',
  ]);
  expect(timeLabel('2026-07-01T05:05:00Z')).toBe('12:05 AM');
  expect(timeLabel('2026-07-01T17:30:00Z')).toBe('12:30 PM');
});
