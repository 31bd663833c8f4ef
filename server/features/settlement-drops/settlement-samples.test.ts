import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { patientReading } from '#tests/harness/patient-reading.ts';
import { pdfWithPlaced } from '#tests/harness/pdf-pages.ts';
import type { Person } from './match-people.ts';
import { readSettlement } from './page-text.ts';

patientReading();
const folder = newFolder();
const people = ['Ann One', 'Ben Two', 'William Sampson', 'Emil Novotny', 'Ron Carlisle'].map(
  (name, at): Person => {
    const [first_name = '', last_name = ''] = name.split(' ');
    const payroll_number = last_name === 'Carlisle' ? '30112' : '';
    return { user_id: at + 1, employee_id: at + 101, first_name, last_name, payroll_number };
  },
);
const week = { from: '2026-11-01', to: '2026-11-07' };

/** The texts of a page in the order of the file, each after its place: from the left and from the top. */
const adp = `54 15 CO. FILE
125 15 DEPT. CLOCK VCHR. NO.
360 5 Earnings Statement
360 30 Period Beginning:
460 30 11/01/2026
360 43 Period Ending:
460 43 11/07/2026
360 56 Pay Date:
460 56 11/13/2026
360 85 EMIL NOVOTNY
54 165 Earnings
125 165 rate
170 165 hours
225 165 this period
310 165 year to date
54 179 Regular
240 179 2,100.00
340 179 98,700.00
54 205 Gross Pay
250 205 $2,100.00
340 205 98,700.00
54 265 Net Pay
250 265 $1,800.00`;
const paychex = `54 40 EMPLOYEE
54 54 Emil Novotny
54 90 Period Begin: 11/01/2026
220 90 Period End: 11/07/2026
400 90 Check Date: 11/13/2026
54 190 NET PAY
250 190 THIS PERIOD ($)
250 204 1,800.00`;
/** A browser writes one column after the other. */
const columns = `6 42 Driver: Emil Novotny
6 63 Gross pay
6 74 Deductions
6 86 Net pay
105 63 $2,100.00
115 74 $300.00
100 86 $1,800.00`;
const weekEnding = `6 42 Driver: Emil Novotny
6 63 Check date
6 74 Week ending
108 63 11/13/2026
108 74 11/07/2026`;

test.each([
  ['adp_Novotny_Emil', adp, 180_000, week],
  ['paychex_Novotny_Emil', paychex, 180_000, week],
  ['flex-columns', columns, 180_000, null],
  ['flex-weekending', weekEnding, null, week],
] as const)('a settlement of another program, %s, is read', async (name, page, netPay, period) => {
  const path = join(folder, name);
  const texts = page.split('\n').map((line) => {
    const [x = '', y = '', ...words] = line.split(' ');
    return { x: Number(x), y: Number(y), text: words.join(' ') };
  });
  writeFileSync(path, await pdfWithPlaced(texts));
  const { match, ...read } = await readSettlement({ path, fileName: `${name}.pdf`, people });
  expect(match).toMatchObject({ finding: 'match', userId: 4 });
  expect(read).toEqual({ netPayCents: netPay, period, fault: null });
});
