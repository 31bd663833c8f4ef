import { expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { byDue, byPeriod, searched, yearToDate } from './document-labels.ts';

const at = '2026-10-09T12:00:00.000Z';

function document(file_id: number, values: Partial<Document> = {}): Document {
  return {
    file_id,
    file_name: `Week ${file_id}`,
    assigned_user_ids: [],
    acknowledge: 0,
    opened_at: null,
    acknowledged_at: null,
    ...values,
  } as Document;
}

test('splits the list into unopened, unconfirmed and done', () => {
  const list = [
    document(1, { opened_at: at }),
    document(2, { opened_at: at, acknowledge: 1 }),
    document(3),
    document(4, { acknowledge: 1 }),
    document(5, { opened_at: at, acknowledge: 1, acknowledged_at: at }),
  ];
  const { toOpen, toConfirm, done } = byDue(list);
  const ids = [toOpen, toConfirm, done].map((part) => part.map(({ file_id }) => file_id));
  expect(ids).toEqual([[3, 4], [2], [1, 5]]);
});

const names = new Map([
  [7, "Dwight O'Neill"],
  [8, 'Rosa Vega'],
  [9, 'Linh Nguyen'],
]);

const paid = (
  file_id: number,
  period_to: string | null,
  net_pay: number | null,
  day = '2026-01-10',
) =>
  document(file_id, {
    period_from: period_to,
    period_to,
    net_pay,
    uploaded_at: `${day}T05:30:00.000Z`,
  });

test('sorts settlements by their period, else by their upload, and finds them by it', () => {
  const list = [
    paid(1, '2026-01-03', 10),
    // Still the ninth in Chicago.
    paid(2, null, 10),
    paid(3, '2026-01-17', 10),
    paid(4, '2026-01-09', 10),
  ];
  expect(byPeriod(list).map(({ file_id }) => file_id)).toEqual([3, 2, 4, 1]);
  for (const search of ['01/17/2026', '2026-01-17']) {
    expect(searched(list, search, names).map(({ file_id }) => file_id)).toEqual([3]);
  }
});

test('adds up the net pay of a year to the cent, and counts what is not known', () => {
  const list = [
    paid(1, '2026-01-03', 0.1),
    paid(2, '2026-01-10', 0.2),
    paid(3, '2026-01-17', null),
    paid(4, '2025-12-27', 1_000),
    // Uploaded on New Year's Eve in Chicago.
    paid(5, null, 500, '2026-01-01'),
  ];
  expect(yearToDate(list, '2026')).toEqual({ netPay: 0.3, known: 2, all: 3 });
});
