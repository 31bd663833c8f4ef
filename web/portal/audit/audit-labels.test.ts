import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { changesOf, pageOf, recordOf } from './audit-labels.ts';

const entry: AuditEntry = {
  id: 1,
  at: '2026-02-03T10:00:00.000Z',
  user_id: 7,
  username: 'marisol',
  action: 'employee.update',
  target_kind: 'employee',
  target_id: '3',
  label: '',
  ip: '203.0.113.9',
  detail: {},
};

test('lists changes with the values before and after', () => {
  const detail = { hire_date: { before: null, after: '2026-01-02' }, changed: ['datePosted'] };
  expect(changesOf({ ...entry, detail })).toEqual([
    { label: 'Hire date', before: '(empty)', after: '2026-01-02' },
    { label: 'Changed', before: null, after: 'Date posted' },
  ]);
  expect(changesOf({ ...entry, detail: { new: { thing: [1, null] } } })).toEqual([
    { label: 'New', before: null, after: 'Thing: 1, (empty)' },
  ]);
});

test('shows a record by name, else by kind and id, and links to its page while it exists', () => {
  expect(recordOf(entry)).toBe('Employee 3');
  expect(recordOf({ ...entry, label: 'Marisol Vega' })).toBe('Marisol Vega');
  expect(pageOf(entry)).toBe('/users?q=EID+3');
  const application = { ...entry, target_kind: 'application', label: 'Jane Doe, CDL Driver' };
  expect(pageOf({ ...application, action: 'application.open' })).toBe('/applications?q=Jane+Doe');
  expect(pageOf({ ...application, action: 'application.delete' })).toBeNull();
  const inquiry = { ...entry, target_kind: 'inquiry', label: 'Ames, Motors & Co, Q-7F3K2M' };
  expect(pageOf(inquiry)).toBe('/inquiries?q=Q-7F3K2M');
  expect(pageOf({ ...inquiry, label: '' })).toBe('/inquiries');
  expect(recordOf({ ...entry, target_kind: 'gadget' })).toBe('Gadget 3');
  expect(pageOf({ ...entry, target_kind: 'gadget' })).toBeNull();
  expect(recordOf({ ...entry, target_kind: '', target_id: '' })).toBe('');
});
