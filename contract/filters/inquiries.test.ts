import { expect, test } from 'vitest';
import type { Inquiry } from '../inquiries.ts';
import { inquiriesFilter, inquiryViews } from './inquiries.ts';
import { filtered } from './list-filter.ts';

const inquiry = (id: number, change: Partial<Inquiry>) =>
  ({
    ...{ id, status: 'new', owner_id: null, owner_name: '', due_at: null, next_step_on: null },
    ...{
      notes: [],
      quotes: [],
      vins: [],
      stops: [],
      unread: 0,
      flagged: false,
      phone_number: '',
      company_name: `Company ${id}`,
    },
    ...change,
  }) as unknown as Inquiry;
const list = [
  inquiry(1, { owner_id: 7, owner_name: 'Joy Feldman' }),
  inquiry(2, { status: 'quoted', owner_id: 8, unread: 1 }),
  inquiry(3, { status: 'lost' }),
  inquiry(4, { due_at: '2026-11-24T12:00:00.000Z' }),
];
const ids = (filter: Partial<typeof inquiriesFilter.none>) =>
  filtered(
    inquiriesFilter,
    list,
    { ...inquiriesFilter.none, ...filter },
    new Date('2026-11-25T12:00:00.000Z'),
  ).map(({ id }) => id);

test('the views are mine, unassigned, overdue and waiting for the customer', () => {
  expect(inquiryViews.map((view) => ids({ view, owner: '7' }))).toEqual([[1], [4], [4], [2]]);
  expect(ids({})).toEqual([1, 2, 3, 4]);
});

test('shows those with new messages, and finds owners by name', () => {
  expect([ids({ status: 'unread' }), ids({ q: 'feldman' })]).toEqual([[2], [1]]);
});
