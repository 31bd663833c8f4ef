import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../platform/root.ts';
import type { Person } from './match-people.ts';
import { openPageReader } from './page-text.ts';

const reader = openPageReader();
afterAll(() => reader.close());

const people = ['Ann One', 'Ben Two', 'William Sampson', 'Emil Novotny', 'Ron Carlisle'].map(
  (name, at): Person => {
    const [first_name = '', last_name = ''] = name.split(' ');
    const payroll_number = last_name === 'Carlisle' ? '30112' : '';
    return { user_id: at + 1, employee_id: at + 101, first_name, last_name, payroll_number };
  },
);
const week = { from: '2026-11-01', to: '2026-11-07' };

test.each([
  ['adp_Novotny_Emil.pdf', 'match', 180_000, week],
  ['paychex_Novotny_Emil.pdf', 'match', 180_000, week],
  ['flex-columns.pdf', 'match', 180_000, null],
  ['flex-weekending.pdf', 'match', null, week],
] as const)('%s, from another program: %s, %s, %j', async (name, finding, netPay, period) => {
  const path = join(root, 'tests/fixtures/settlements', name);
  const { match, ...read } = await reader.read({ path, fileName: name, people });
  expect(match).toMatchObject({ finding, userId: 4 });
  expect(read).toEqual({ netPayCents: netPay, period, fault: null });
});
