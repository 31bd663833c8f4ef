import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { changesOf, personOf, recordOf, roomOf } from './audit-words.ts';

const entry: AuditEntry = {
  id: 1,
  at: '2026-02-03T10:00:00.000Z',
  user_id: 7,
  username: 'marisol',
  action: 'employee.update',
  target_kind: 'employee',
  target_id: '3',
  ip: '203.0.113.9',
  detail: {},
};

test('what changed is told as it was and as it is', () => {
  const detail = { hire_date: { before: null, after: '2026-01-02' }, changed: ['datePosted'] };
  expect(changesOf({ ...entry, detail })).toEqual([
    { label: 'Hire date', before: '(empty)', after: '2026-01-02' },
    { label: 'Changed', before: null, after: 'Date posted' },
  ]);
  expect(changesOf({ ...entry, detail: { new: { thing: [1, null] } } })).toEqual([
    { label: 'New', before: null, after: 'Thing: 1, (empty)' },
  ]);
});

test('a record leads to its room while it is there', () => {
  expect(recordOf(entry)).toBe('Employee 3');
  expect(roomOf(entry)).toBe('/users?q=EID+3');
  expect(roomOf({ ...entry, action: 'employee.delete' })).toBeNull();
  expect(recordOf({ ...entry, target_kind: 'gadget' })).toBe('Gadget 3');
  expect(roomOf({ ...entry, target_kind: 'gadget' })).toBeNull();
  expect(recordOf({ ...entry, target_kind: '', target_id: '' })).toBe('');
});

test('who did it has a name, else a number, else is a visitor', () => {
  expect(personOf(entry)).toBe('marisol');
  expect(personOf({ ...entry, username: '' })).toBe('User 7');
  expect(personOf({ ...entry, username: '', user_id: null })).toBe('Visitor or system');
});
