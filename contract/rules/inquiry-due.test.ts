import { expect, test } from 'vitest';
import type { Inquiry } from '../inquiries.ts';
import { isOverdue, isWaiting, overdueSince } from './inquiry-due.ts';

const inquiry = { status: 'new', due_at: null, next_step_on: null } as const;
const now = new Date('2026-11-25T05:30:00Z');

test('is overdue after the due instant, and after the day of its next step in Chicago', () => {
  const due = (due_at: string) => isOverdue({ ...inquiry, due_at }, now);
  expect([due('2026-11-25T05:29:59.999Z'), due('2026-11-25T05:30:00.000Z')]).toEqual([true, false]);
  // It is still the 24th there.
  const step = (next_step_on: string) =>
    isOverdue({ ...inquiry, status: 'quoted', next_step_on }, now);
  expect([step('2026-11-23'), step('2026-11-24')]).toEqual([true, false]);
  expect(isOverdue(inquiry, now)).toBe(false);
  const answered = { status: 'contacted', due_at: '2026-11-01T00:00:00.000Z' } as const;
  expect(isOverdue({ ...inquiry, ...answered }, now)).toBe(false);
});

test('nothing is overdue once it is won or lost', () => {
  for (const status of ['won', 'lost'] as const) {
    expect(isOverdue({ ...inquiry, status, next_step_on: '2026-11-01' }, now)).toBe(false);
  }
});

test('names the later of two times that have passed', () => {
  const both = { ...inquiry, due_at: '2026-11-23T23:00:00.000Z', next_step_on: '2026-11-20' };
  expect(overdueSince(both, now)).toBe(both.due_at);
  expect(overdueSince({ ...both, next_step_on: '2026-11-24' }, now)).toBe(both.due_at);
});

test('waits for the sender while the last word is ours', () => {
  const note = { id: 1, author: 'Joy', text: 'x', created_at: '2026-11-25T05:29:59.999Z' };
  const [ours, theirs] = [
    { ...note, kind: 'note' } as const,
    { ...note, kind: 'customer' } as const,
  ];
  const waits = (status: 'new' | 'quoted' | 'contacted' | 'won', notes = [ours]) =>
    isWaiting({ status, notes, quotes: [] });
  expect([waits('new'), waits('won'), waits('quoted', []), waits('contacted')]).toEqual([
    ...[false, false, true, true],
  ]);
  expect(isWaiting({ status: 'quoted', notes: [ours, theirs], quotes: [] })).toBe(false);
  const quotes = [{ status: 'expired', sent_at: note.created_at }] as Inquiry['quotes'];
  expect(isWaiting({ status: 'quoted', notes: [], quotes })).toBe(false);
  expect(isWaiting({ status: 'quoted', notes: [theirs, ours], quotes: [] })).toBe(true);
});
