import { expect, test } from 'vitest';
import { statusOf } from './grouped-files.ts';

const sheet = { id: 7, name: 'W-4', file_path: '', uploadDate: '2026-03-01T12:00:00Z' };

test('the status is that of the first listed version, Incomplete without one (F5, F6)', () => {
  const version = { id: 1, number: 2, date: sheet.uploadDate, url: '' };
  expect(statusOf({ ...sheet, versions: [] })).toBe('Incomplete');
  const two = [
    { ...version, status: 'Rejected' as const },
    { ...version, status: 'Complete' as const },
  ];
  expect(statusOf({ ...sheet, versions: two })).toBe('Rejected');
});
