import { expect, test } from 'vitest';
import type { DropFile, Finding } from '#contract/settlement-drops.ts';
import type { User } from '#contract/users.ts';
import { entriesOf, inOrder, summaryOf } from './drop-choices.ts';
import { driverLabel } from './drop-labels.ts';

function file(drop_file_id: number, finding: Finding, more: Partial<DropFile> = {}): DropFile {
  const user_id = finding === 'match' ? 7 : null;
  return {
    drop_file_id,
    file_name: `${drop_file_id}.pdf`,
    file_path: `settlements/${drop_file_id}.pdf`,
    size: 1,
    finding,
    note: null,
    user_id,
    ...{ net_pay: null, period_from: null, period_to: null },
    candidates: [],
    ...more,
  };
}

const files = [file(1, 'match'), file(2, 'none'), file(3, 'doubt'), file(4, 'match')];

test('publishes matches unless excluded, other files only with a chosen driver', () => {
  expect(entriesOf(files, new Map())).toEqual([
    { drop_file_id: 1, user_id: 7 },
    { drop_file_id: 4, user_id: 7 },
  ]);
  expect(summaryOf(files, new Map())).toBe('2 ready, 1 to check, 1 without a driver');
  const choices = new Map([
    [1, { userId: 7, isIncluded: false }],
    [3, { userId: 9, isIncluded: true }],
    [4, { userId: null, isIncluded: true }],
  ]);
  expect(entriesOf(files, choices)).toEqual([{ drop_file_id: 3, user_id: 9 }]);
  expect(summaryOf(files, choices)).toBe('1 ready, 2 without a driver, 1 left out');
  expect(summaryOf([], choices)).toBe('0 ready');
  const renamed = new Map([[1, { userId: 7, isIncluded: true, name: ' Week 45 ' }]]);
  expect(entriesOf(files.slice(0, 1), renamed)).toEqual([
    { drop_file_id: 1, user_id: 7, file_name: 'Week 45' },
  ]);
});

test('sorts files that need a review first, then by name', () => {
  const weeks = [10, 9, 1].map((week) => file(week, 'match', { file_name: `Week ${week}.pdf` }));
  expect(inOrder(weeks).map(({ drop_file_id }) => drop_file_id)).toEqual([1, 9, 10]);
  expect(inOrder(files).map(({ drop_file_id }) => drop_file_id)).toEqual([3, 2, 1, 4]);
});

test('names a driver so that two of the same name differ', () => {
  const user = { username: 'zsmith', first_name: 'Zoë', last_name: 'Smith' } as User;
  expect(driverLabel({ ...user, payroll_number: '' })).toBe('Zoë Smith (zsmith)');
  expect(driverLabel({ ...user, payroll_number: '33' })).toBe('Zoë Smith (zsmith, payroll 33)');
  const unnamed = { ...user, first_name: '', last_name: '', payroll_number: '' };
  expect(driverLabel(unnamed)).toBe('zsmith');
});
