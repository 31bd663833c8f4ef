import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { driverHistoryInput, gapsOf, missingParts } from './driver-history.ts';

const today = '2026-11-25';
const parse = (value: unknown) => z.parse(driverHistoryInput, value);
const job = (from_date: string, to_date = '') => ({ name: 'Otto Freight', from_date, to_date });

test('accepts an object or its JSON, drops blank rows, and takes nothing for none', () => {
  const history = { employers: [job('2020-01-01'), { name: '', is_tested: 0 }], gaps: '' };
  expect(parse(history)?.employers).toHaveLength(1);
  expect(parse(JSON.stringify(history))).toEqual(parse(history));
  for (const none of [undefined, null, '', {}, '{}', { employers: [{ name: ' ' }] }]) {
    expect(parse(none)).toBeNull();
  }
  for (const wrong of ['x', '[', 7, { employers: 'x' }, { employers: [job('2023-02-29')] }]) {
    expect(z.safeParse(driverHistoryInput, wrong).success).toBe(false);
  }
});

test('finds the times that no entry covers', () => {
  const rows = [
    { from_date: '2025-03-01', to_date: null },
    { from_date: '2023-06-01', to_date: '2024-12-31' },
  ];
  expect(gapsOf(rows, 3, today)).toEqual([{ from: '2024-12-31', to: '2025-03-01' }]);
  expect(gapsOf([{ from_date: '2023-12-20', to_date: null }], 3, today)).toEqual([]);
  expect(gapsOf([], 3, '2024-02-29')).toEqual([{ from: '2021-02-28', to: '2024-02-29' }]);
});

test('asks for ten years of employers with a CDL, unless the gaps are explained', () => {
  const three = { employers: [job('2022-01-01')] };
  expect(missingParts(parse(three), false, today)).not.toContain('employers');
  expect(missingParts(parse(three), true, today)).toContain('employers');
  const explained = { ...three, gaps: 'School until 2021.' };
  expect(missingParts(parse(explained), true, today)).not.toContain('employers');
  expect(missingParts(null, true, today)).toHaveLength(5);
});
