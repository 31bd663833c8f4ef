import { expect, test } from 'vitest';
import { dueFirst, nextDuty } from './due-status.ts';

const done = {
  status: 'Complete',
  awaiting_review: 0,
  opened_at: '2026-03-01T12:00:00Z',
  acknowledge: 0,
  acknowledged_at: null,
} as const;

test.each([
  ['nothing', {}],
  ['nothing', { status: 'Incomplete', awaiting_review: 1 }],
  ['again', { status: 'Rejected' }],
  ['open', { opened_at: null }],
  ['open', { opened_at: null, acknowledge: 1 }],
  ['confirm', { acknowledge: 1 }],
  ['nothing', { acknowledge: 1, acknowledged_at: '2026-03-02T12:00:00Z' }],
  ['send', { status: null }],
] as const)('%s is due for %j', (duty, change) => {
  expect(nextDuty({ ...done, ...change })).toBe(duty);
});

test('sorts due files first and keeps the order otherwise', () => {
  const files = [
    { ...done, name: 'done' },
    { ...done, status: null, name: 'to send' },
    { ...done, opened_at: null, name: 'to open' },
    { ...done, acknowledge: 1, name: 'to confirm' },
    { ...done, opened_at: null, name: 'to open, older' },
    { ...done, status: 'Rejected', name: 'rejected' },
  ] as const;
  expect(dueFirst(files).map(({ name }) => name)).toEqual([
    'rejected',
    'to open',
    'to open, older',
    'to confirm',
    'to send',
    'done',
  ]);
});
