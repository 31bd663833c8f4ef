import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { pageOf } from '#tests/harness/page-lines.ts';
import { foldForMatch } from './match-text.ts';
import { matchSettlement } from './settlement-match.ts';

interface Someone {
  first_name: string;
  last_name: string;
}

const someone = fc.record({
  first_name: fc.constantFrom(
    ...['Ann', 'Bill', 'William', 'Emil', 'Tom', 'Mary Ann', 'José', 'Thomas', 'April'],
  ),
  last_name: fc.constantFrom(
    ...['One', 'Sampson', 'Novotný', "O'Brien", 'Newman', 'Ann', 'Thomas', 'One-Newman'],
    ...['Price', 'Reyes Jr.', 'van der Berg'],
  ),
});
const payrolls = ['30112', '30113', '1042', 'D-501', ''];
/** Employees with different names and numbers. */
const employees = fc
  .uniqueArray(someone, { minLength: 2, maxLength: 6, selector: (one) => keyOf(one) })
  .map((list) =>
    list.map((one, at) => ({
      ...one,
      user_id: at + 1,
      employee_id: at + 101,
      payroll_number: payrolls[at] ?? '',
    })),
  );
const keyOf = ({ first_name, last_name }: Someone) => foldForMatch(`${first_name}|${last_name}`);

/** How programs print a name. */
const printings: ((one: Someone) => string)[] = [
  ({ first_name, last_name }) => `${first_name} ${last_name}`,
  ({ first_name, last_name }) => `${last_name}, ${first_name}`,
  ({ first_name, last_name }) => `${first_name} J. ${last_name}`,
  ({ first_name, last_name }) => `${first_name} ${last_name}`.toUpperCase(),
  ({ first_name, last_name }) => `${first_name.charAt(0)}. ${last_name}`,
];
const printing = fc.constantFrom(...printings);

/** Where a page has its payee. */
const payeePlaces: ((name: string) => string)[] = [
  (name) => `Driver: ${name}`,
  (name) => `Employee Name: ${name}   Week: 45`,
  (name) => `Pay to the order of ${name}`,
  (name) => `Settlement for\n${name}\n12 Elm Street`,
  (name) => `EMPLOYEE\n${name}`,
  (name) => `Paid to:          ${name}`,
  (name) => `Week 45        Driver\n               ${name}\nUnit 12`,
  (name) => `Driver: ${name}   Unit 7   Truck 30113`,
  (name) => `Payee                    Period\n${name}    week 45`,
  (name) => `${name}`,
  (name) => `${name}\n2140 Elm Road`,
];
/** Where it has others. */
const otherPlaces: ((name: string) => string)[] = [
  (name) => `Dispatcher: ${name}`,
  (name) => `Prepared by ${name}`,
  (name) => `Approved by\n${name}`,
  (name) => `${name}\nFleet manager`,
  (name) => `Driver Manager: ${name}`,
  (name) => `Questions? Call ${name}`,
  (name) => `Manager              Terminal\n${name}     Joliet`,
  (name) => `Load for ${name}`,
  (name) => `Dispatcher: ${name}   Employee ID: 101`,
  (name) => `Co-driver: ${name}, payroll no 30112`,
  (name) => `Load   Driver    Amount\n1001   ${name}   $900.00`,
  (name) => `${name}\nYard boss`,
  (name) => `Yard keys:\n${name}`,
  (name) => `Helper ${name}`,
  (name) => `Relief driver name: ${name}`,
];
const lines = fc.constantFrom(
  'Load 30112 Joliet, IL to Omaha, NE   $900.00',
  'Invoice 30112',
  'Unit 30113',
  'Odometer 30112',
  'Check no. 30113',
  'Settlement # 30112',
  'Fuel   -$300.00',
  '2023 Ford Sampson   $12.00',
);
const fileNames: ((name: string) => string)[] = [
  () => 'scan0001.pdf',
  (name) => `${name}.pdf`,
  (name) => `${name.replace(/[^\p{L}]+/gu, '_')} 2026-11-07.pdf`,
  () => 'load 30112.pdf',
  () => '30112.pdf',
  (name) => `${name} load 30112.pdf`,
  () => 'INV-30113 week 45.pdf',
];

const settlement = fc.record({
  list: employees,
  guest: someone,
  payeeAt: fc.integer({ min: -3, max: 5 }),
  print: printing,
  filePrint: printing,
  place: fc.constantFrom(...payeePlaces),
  others: fc.array(
    fc.tuple(fc.constantFrom(...otherPlaces), fc.integer({ min: -1, max: 5 }), printing),
    { maxLength: 3 },
  ),
  extra: fc.array(lines, { maxLength: 3 }),
  isNumbered: fc.boolean(),
  fileName: fc.constantFrom(...fileNames),
  isPayeeFirst: fc.boolean(),
});

test('never matches another person with certainty', () => {
  let certain = 0;
  fc.assert(
    fc.property(settlement, (drawn) => {
      const { list, guest, print, filePrint, place, others, extra, fileName } = drawn;
      // A payee who isn't an employee, unless the names are equal or differ in the suffix only.
      const isEmployee = list.some(
        (one) => keyOf(one).replace(' jr.', '') === keyOf(guest).replace(' jr.', ''),
      );
      const employee =
        drawn.payeeAt < 0 && !isEmployee ? undefined : list[Math.abs(drawn.payeeAt) % list.length];
      const payee = employee ?? guest;
      const named = others.map(([text, at, printOther]) => text(printOther(list[at] ?? guest)));
      const number =
        drawn.isNumbered && employee?.payroll_number
          ? `Payroll No: ${employee.payroll_number}`
          : '';
      const block = [place(print(payee)), number].filter(Boolean);
      const text = [
        'Kestrel Auto Transport',
        'Driver settlement',
        ...(drawn.isPayeeFirst ? [...block, '', '', ''] : []),
        ...named.flatMap((one) => [one, '', '', '']),
        ...(drawn.isPayeeFirst ? [] : block),
        '',
        ...extra,
        'Net Pay   $1,800.00',
      ].join('\n');
      const found = matchSettlement(list, fileName(filePrint(payee)), {
        pages: [pageOf(text)],
        fault: null,
      });
      if (found.finding !== 'match') return;
      certain += 1;
      expect(found.userId, `${fileName(filePrint(payee))}\n${text}`).toBe(employee?.user_id);
    }),
    rounds(1_000, 50_000),
  );
  expect(certain).toBeGreaterThan(200);
});
