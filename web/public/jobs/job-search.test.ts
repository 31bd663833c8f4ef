import { expect, test } from 'vitest';
import { filterJobs, type JobSummary, queryOf } from './job-search.ts';

const job = (id: number, position: string, location: string, department: string) =>
  ({ id, position, location, department, datePosted: '2026-11-01' }) as JobSummary;

const jobs = [
  job(1, 'Car Hauler Driver', 'Joliet, IL', 'Logistics'),
  job(2, 'Dispatcher', 'Omaha, NE', 'Operations'),
  job(3, 'Yard Hand', 'Joliet, IL', 'All'),
  job(4, 'Detailer’s helper', "O'Fallon, MO", 'Fleet'),
];
const found = (q: string, department = 'All') =>
  filterJobs(jobs, { q, department }).map(({ id }) => id);

test('finds the text in position, location or department, in any case (C1)', () => {
  expect(found('DRIVER')).toEqual([1]);
  expect(found('omaha')).toEqual([2]);
  expect(found('JÓLIET')).toEqual([1, 3]);
  expect(found('O’Fallon')).toEqual([4]);
  expect(found("detailer's")).toEqual([4]);
  expect(found('logis')).toEqual([1]);
  expect(found('')).toEqual([1, 2, 3, 4]);
  expect(found('zzz')).toEqual([]);
});

test('combines text and department, and a job of All matches every department (C1)', () => {
  expect(found('joliet', 'Logistics')).toEqual([1, 3]);
  expect(found('', 'Operations')).toEqual([2, 3]);
  expect(found('', 'Finance')).toEqual([3]);
});

test('stores a search in the URL, and nothing for an empty one', () => {
  const search = { q: 'a & b', department: 'Fleet Management' };
  expect(queryOf(search)).toBe('?q=a+%26+b&department=Fleet+Management');
  expect(queryOf({ q: ' ', department: 'All' })).toBe('');
});
