import { expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { assigneesText, byDue, searched } from './document-labels.ts';

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

test.each([
  [[], 'for 0 people'],
  [[7], "for Dwight O'Neill"],
  [[7, 8], "for Dwight O'Neill and Rosa Vega"],
  [[7, 8, 9], 'for 3 people'],
  // The people are still loading.
  [[99], 'for 1 person'],
])('a document for %j is %j', (assigned_user_ids, words) => {
  expect(assigneesText(document(1, { assigned_user_ids }), names)).toBe(words);
});

test('finds a file by its name and its people', () => {
  const list = [
    document(40, { assigned_user_ids: [7] }),
    document(41, { assigned_user_ids: [8] }),
    document(42, { assigned_user_ids: [7, 8, 9] }),
  ];
  const found = (search: string) => searched(list, search, names).map(({ file_id }) => file_id);
  expect(found('week')).toEqual([40, 41, 42]);
  expect(found('vega WEEK')).toEqual([41]);
  expect(found(' ')).toEqual([40, 41, 42]);
  expect(found('nobody')).toEqual([]);
});
