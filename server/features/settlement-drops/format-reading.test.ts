import { expect, test } from 'vitest';
import type { FormatRules, Payee, Spot } from '#contract/settlement-formats.ts';
import { pageOf } from '#tests/harness/page-lines.ts';
import { namedIn, type Person, readByFormat } from './format-reading.ts';
import { amountIn, daysIn } from './format-values.ts';
import { fitIn } from './settlement-finding.ts';

const people = [
  'Ann|One',
  'William|Sampson',
  'Emil|Novotný',
  'Carlos|Reyes Jr.',
  'Ron|Carlisle',
].map((name, at): Person => {
  const [first_name = '', last_name = ''] = name.split('|');
  return { user_id: at + 1, first_name, last_name, payroll_number: at === 4 ? '30112' : '' };
});
const [ann, , emil, carlos, ron] = people.map(({ user_id }) => user_id);
const driver: Payee = { label: 'Driver:', place: 'right', is: 'name' };
const number: Payee = { label: 'Payroll no.', place: 'right', is: 'payroll_number' };
const right = (label: string): Spot => ({ label, place: 'right' });

const read = (pages: string, rules: Partial<FormatRules> = {}, fileName = 'scan.pdf') => {
  const file = { fileName, pages: pages.split('\f').map((text, at) => pageOf(text, at + 1)) };
  const format = { payee: driver, net_pay: null, period: null, ...rules };
  return { ...readByFormat(format, file, people), fit: fitIn([format], file, people).fit };
};

test.each<[string, Payee, string, number | undefined]>([
  ['Driver: Emil Novotny', driver, '', emil],
  ['Driver:    NOVOTNY, EMIL   Unit 7', driver, '', emil],
  ['Driver: Reyes Jr., Carlos', driver, '', carlos],
  ['Lessor: Ann One\nDriver: Emil Novotny', driver, '', emil],
  [
    'EMPLOYEE   Unit\nEmil Novotny   7',
    { label: 'EMPLOYEE', place: 'below', is: 'name' },
    '',
    emil,
  ],
  ['Payroll no. 30112', number, '', ron],
  ['Week 45', { file_name_part: 2, is: 'payroll_number' }, 'week45_30112.pdf', ron],
  ['Week 45', { file_name_part: 1, is: 'name' }, 'One, Ann_2026-11-07.pdf', ann],
  // Another person, or not exactly that.
  ['Driver: Bill Sampson\nDispatcher: Ann One', driver, '', undefined],
  ['Pay to: Tom Newman\nPrepared by: Ann One', { ...driver, label: 'Pay to:' }, '', undefined],
  ['Driver: W. Sampson', driver, '', undefined],
  ['Driver: Emil J. Novotny', driver, '', undefined],
  ['Driver: Emil Novotny / Ann One', driver, '', undefined],
  ['Driver: Novotny', driver, '', undefined],
  ['Driver:', driver, '', undefined],
  ['Load 30112\nPayroll no. 4', number, '', undefined],
  ['Emil Novotny', driver, '', undefined],
  ['Driver: Emil Novotny\fDriver: Ann One', driver, '', undefined],
  ['Codriver: Emil Novotny', { ...driver, label: 'driver:' }, '', undefined],
  ['Week 45', { file_name_part: 2, is: 'name' }, 'scan AnnOne_20261107_093012.pdf', undefined],
  ['Week 45', { file_name_part: 3, is: 'payroll_number' }, 'week45_30112.pdf', undefined],
])('%j by %j is of one person or of nobody', (page, payee, fileName, expected) => {
  const { fit } = read(page, { payee }, fileName || undefined);
  expect(fit?.userId).toBe(expected);
});

const week: Spot = { label: 'Net pay', place: 'column', part: 'This week' };
test.each<[string, Spot, number | null]>([
  ['Net pay   $1,800.00', right('Net pay'), 180_000],
  ['Net pay (Direct Deposit) $1,800.00', right('Net pay (Direct Deposit)'), 180_000],
  ['Net pay\n$1,800.00', { ...right('Net pay'), place: 'below' }, 180_000],
  ['Item      This week   Y-T-D\nNet pay   1,800.00    72,000.00', week, 180_000],
  ['Item     This week     Y-T-D\nNet pay              72,000.00', week, null],
  // In a table the office says which column.
  ['Net pay   1,800.00   72,000.00', right('Net pay'), null],
  ['Gross     2,100.00   84,000.00\nNet pay              72,000.00', right('Net pay'), null],
  ['Payment total   2,100.00\nDeposited   1,800.00', right('Net pay'), null],
  ['Net pay   1,800.00\nNet pay YTD   72,000.00', right('Net pay'), null],
  ['Net pay   see page 2', right('Net pay'), null],
  ['Net pay-$45.10', right('Net pay'), null],
])('the net pay of %j at %j', (page, net_pay, cents) => {
  expect(read(`Driver: Emil Novotny\n${page}`, { net_pay }).netPayCents).toBe(cents);
});

test.each([
  ['- $1,800.00', 180_000],
  ['– 1,800.00', 180_000],
  ['------------ 1,800.00', 180_000],
  ['.....$**1,800.00**', 180_000],
  ['-$45.10', -4_510],
  ['($45.10)', -4_510],
  ['$-45.10', -4_510],
  ['45.10−', -4_510],
  ['45.10 CR', null],
  ['1,80.00', null],
  ['1250,50', null],
  ['99999999.00', null],
  ['1,800.00 2,100.00', null],
])('%j is one amount: %j', (text, cents) => {
  expect(amountIn(text)).toBe(cents);
});

const november = { from: '2026-11-01', to: '2026-11-07' };
test.each([
  ['11/01/2026 - 11/07/2026', november],
  ['11-01-2026 to 11-07-2026', november],
  ['Sunday, Nov 1, 2026 thru Saturday, Nov 7, 2026', november],
  ['11/07/2026', null],
  ['11/07/2026 - 11/01/2026', null],
  ['01/01/2026 - 11/07/2026', null],
  ['11/01/2026 - 11/07/2026 11/13/2026', null],
])('%j is one range of days: %j', (text, period) => {
  expect(daysIn(text)).toEqual(period);
});

test('says what is missing', () => {
  const rules = { net_pay: right('Net pay'), period: right('Period') };
  expect(read('Driver: Tom Newman\nPeriod 11/07/2026', rules).problems).toEqual([
    "“Net pay” isn't on the pages.",
    "“Tom Newman” isn't the name or number of one open account.",
    'In the place of the period is no first and last day.',
  ]);
});

test('suggests whole names, never a part of one', () => {
  const named = (fileName: string, page: string) =>
    namedIn({ fileName, pages: [pageOf(page)] }, people).map(({ userId }) => userId);
  expect(named('AnnOne_Novotny_Emil.pdf', 'Carlos Reyes Jr.')).toEqual([ann, emil, carlos]);
  expect(named('Novotny.pdf', 'Emil\nNovotny   Ann   One\nMary-Ann Onely')).toEqual([]);
});
