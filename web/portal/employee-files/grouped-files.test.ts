import { expect, test } from 'vitest';
import type { EmployeeFile } from '#contract/employee-files.ts';
import { awaitingOf, awaits, countAwaiting, found, statusOf } from './grouped-files.ts';

const file: EmployeeFile = {
  file_id: 7,
  file_name: 'W-4',
  file_path: 'employee-files/a.pdf',
  uploaded_at: '2026-03-01T12:00:00Z',
  assigned_user_ids: [1, 2],
  awaiting_user_ids: [2],
  reasons: [],
  version: 1,
  revision: 1,
  kind: 'pdf',
  size: 900,
  acknowledge: 0,
};
const sheet = { id: 7, name: 'W-4', file_path: '', uploadDate: '2026-03-01T12:00:00Z' };
const person = (id: number, name: string) => ({ id, name, files: [{ ...sheet, versions: [] }] });
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('a file awaits a review of one of its two people', () => {
  const awaiting = awaitingOf([file]);
  expect(awaits(awaiting, 2, 7)).toBe(true);
  expect(awaits(awaiting, 1, 7)).toBe(false);
  expect(countAwaiting(awaiting, person(2, 'Rosa'))).toBe(1);
  expect(countAwaiting(awaiting, person(1, 'Dale'))).toBe(0);
});

test('the status is that of the first listed version, Incomplete without one (F5, F6)', () => {
  const version = { id: 1, number: 2, date: sheet.uploadDate, url: '' };
  expect(statusOf({ ...sheet, versions: [] })).toBe('Incomplete');
  const two = [
    { ...version, status: 'Rejected' as const },
    { ...version, status: 'Complete' as const },
  ];
  expect(statusOf({ ...sheet, versions: two })).toBe('Rejected');
});

test('searches by name; lists people awaiting a review first or only them', () => {
  const all = [person(1, 'Dale Novak'), person(2, 'Rosa Núñez'), person(3, 'Rosa Dale')];
  expect(names(found(all, '', new Set([3]), false))).toEqual([
    'Rosa Dale',
    'Dale Novak',
    'Rosa Núñez',
  ]);
  expect(names(found(all, 'nunez', new Set([3]), false))).toEqual(['Rosa Núñez']);
  expect(names(found(all, 'rosa', new Set([3]), true))).toEqual(['Rosa Dale']);
});
