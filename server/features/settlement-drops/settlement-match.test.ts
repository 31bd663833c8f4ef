import { describe, expect, test } from 'vitest';
import { pageOf } from '#tests/harness/page-lines.ts';
import type { Person } from './match-people.ts';
import { matchSettlement } from './settlement-match.ts';

function person(user_id: number, name: string, payroll_number = ''): Person {
  const [first_name = '', last_name = ''] = name.split('|');
  return { user_id, employee_id: 100 + user_id, first_name, last_name, payroll_number };
}

const emil = person(1, 'Emil|Novotný', '1042');
const sean = person(2, "Seán|O'Brien", 'PR-77');
const john = person(3, 'John|Smith', '20415');
const jane = person(4, 'Jane|Smith');
const anna = person(5, 'Anna-Lena|Smith-Jones');
const mac = person(6, 'Rory|McKay', '00881');
const ludo = person(7, 'Ludo|van der Berg');
const junior = person(8, 'Carlos|Reyes Jr.', 'D-501');
const lukasz = person(9, 'Łukasz|Żółć');
const people = [emil, sean, john, jane, anna, mac, ludo, junior, lukasz];

const match = (fileName: string, text: string | null = 'Settlement', everybody = people) =>
  matchSettlement(everybody, fileName, {
    pages: text === null ? [] : text.split('\f').map(pageOf),
    fault: text === null ? 'unreadable' : null,
  });

describe('a match by the file name', () => {
  test.each([
    ['Emil Novotny.pdf', emil],
    ['NovotnyEmil20261107.pdf', emil],
    ["Emil Novotny's settlement.pdf", emil],
    ["O'BRIEN-SEAN.pdf", sean],
    ['Smith-Jones, Anna-Lena.pdf', anna],
    ['Rory Mc Kay.pdf', mac],
    ['Reyes Jr, Carlos.pdf', junior],
    ['Łukasz_Żółć.pdf'.normalize('NFD'), lukasz],
    ['1042.pdf', emil],
    ['pr_77 november.pdf', sean],
    ['EMP0101 week 45.pdf', emil],
  ])('%s', (fileName, expected) => {
    expect(match(fileName)).toMatchObject({ finding: 'match', userId: expected.user_id });
  });
});

describe('a match by the first page', () => {
  test.each([
    ['Driver: Emil Novotny\nLoads 12', emil],
    ['Settlement for\nRory J. McKay\nJoliet, IL 60435', mac],
    ['Payroll No: 1042\nLoads 12', emil],
    ['Employee ID #: 0103', john],
    ['Driver: Emil Novotny\nDispatcher: Sean O’Brien\nWeek ending 11/07/2026', emil],
    ['Employee\nEmil Novotny\nPrepared by\nSean O’Brien', emil],
    ['Payee            Dispatcher\nEmil Novotny     Sean O’Brien', emil],
    ['Driver: Reyes, Carlos, Jr.', junior],
    ['Kestrel Auto Transport\nDriver settlement\nEmil Novotny\n12 Elm Street\nNet pay $1.00', emil],
    ['Driver: Emil Novotny\nLoad 20415   Jackson, MS to McKay, TX   $900.00', emil],
    ['Driver: Emil Novotny (1042)\fDriver: Emil Novotny', emil],
  ])('%j', (text, { user_id: userId }) => {
    expect(match('scan.pdf', text)).toMatchObject({ finding: 'match', userId, note: null });
  });

  test('gives the reasons of the match', () => {
    const found = match('Novotny Emil 1042.pdf', 'Emil Novotny\nPayroll No 1042\nEmployee ID 101');
    const numbers = ['payrollInName', 'payrollOnPage', 'employeeIdOnPage'];
    const reasons = [...numbers, 'nameInName', 'nameOnPage'];
    expect(found.candidates).toEqual([{ userId: 1, reasons, against: [] }]);
  });

  test('matches an unreadable page by the file name, and notes it', () => {
    expect(match('Emil Novotny.pdf', null)).toMatchObject({ finding: 'match', note: 'unreadable' });
    expect(match('scan.pdf', null)).toMatchObject({ finding: 'none', note: 'unreadable' });
  });

  test('knows recorded middle names', () => {
    const james = [person(1, 'Emil James|Novotny')];
    for (const name of ['Emil James Novotny', 'Novotny, Emil J.', 'Emil J Novotny']) {
      expect(match('x.pdf', `Driver: ${name}`, james), name).toMatchObject({ userId: 1 });
    }
    for (const name of ['Emil K. Novotny', 'Emil Novotny', 'E. J. Novotny']) {
      expect(match('x.pdf', `Driver: ${name}`, james), name).toMatchObject({ finding: 'doubt' });
    }
  });
});

describe('is in doubt, with what speaks against', () => {
  const ann = person(20, 'Ann|One', '30112');
  const will = person(21, 'William|Sampson');
  const office = [ann, will, ...people];

  test.each([
    // Another payee, who may have no account.
    ['Driver: Bill Sampson\nDispatcher: Ann One', will, 'firstName'],
    ['Driver: Bill Sampson\nDispatcher: Ann One', ann, 'role'],
    ['Pay to: Tom Newman\nPrepared by: Ann One', ann, 'payee'],
    ['Tom Newman\nUnit 12\n\n\nAnn One\nYard boss', ann, 'place'],
    ['Driver: Ann One / Tom Newman', ann, 'payee'],
    ['Driver: Mary Ann One', ann, 'firstName'],
    ['Driver: One Ann', ann, 'form'],
    ['Driver: Carlos Reyes Sr.', junior, 'form'],
    ['Driver: Ann One\fDriver: Emil Novotny', ann, 'payee'],
    ['Ann One\nTerminal manager', ann, 'role'],
    ['Driver: Ann One\nPayroll No: 1042', ann, 'number'],
    ['Driver: Ann One\nHelper Emil Novotny', ann, 'person'],
    ['Load   Driver    Amount\n1001   Ann One   $900.00', ann, 'place'],
    // A number of something else.
    ['Load 30112 Joliet, IL to Omaha, NE $900.00', ann, 'label'],
    ['Dispatcher: Sam   Employee ID: 120', ann, undefined],
  ])('%j', (text, candidate, against) => {
    const found = match('scan.pdf', text, office);
    expect(found).toMatchObject({ userId: null });
    expect(found.finding).not.toBe('match');
    const of = found.candidates.find(({ userId }) => userId === candidate.user_id);
    if (against) expect(of?.against).toContain(against);
  });

  test.each([
    ['Ann One.pdf', 'Driver: Bill Sampson'],
    ['Ann One Tom Newman.pdf', 'Settlement'],
    ['Tom Newman.pdf', 'Driver: Ann One'],
    ['30112.pdf', 'Driver: Bill Sampson'],
  ])('%s with %j', (fileName, text) => {
    expect(match(fileName, text, office)).toMatchObject({ finding: 'doubt', userId: null });
  });
});

describe('never guesses', () => {
  test.each([
    // Nothing fits.
    ['scan0001.pdf', 'Settlement', 'none', 'none', []],
    // The surname alone.
    ['Novotny.pdf', 'Settlement', 'doubt', 'weak', [1]],
    ['J Smith.pdf', 'Settlement', 'doubt', 'weak', [3, 4]],
    // Two parts that aren't one name.
    ['scan.pdf', 'John\nSmith', 'doubt', 'weak', [3, 4]],
    // Evidence for two people.
    ['scan.pdf', 'Statement 20415 of the run', 'doubt', 'weak', [3]],
    ['Emil Novotny.pdf', 'Sean O’Brien', 'doubt', 'contradiction', [1, 2]],
    ['Emil Novotny.pdf', 'Payroll No 20415', 'doubt', 'contradiction', [1, 3]],
    // Short numbers without a label, and parts of longer ones.
    ['scan.pdf', 'Load 1042, 77 cars, PR 12', 'none', 'none', []],
    ['scan.pdf', '$20415 and 20,415.00 and 20415.50 and 1,20415', 'none', 'none', []],
    ['A1042.pdf', '120415 204150', 'none', 'none', []],
  ] as const)('%s with %j: %s, %s', (fileName, text, finding, note, candidates) => {
    const found = match(fileName, text);
    expect(found).toMatchObject({ finding, note, userId: null });
    expect(found.candidates.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(
      candidates,
    );
  });

  test('dates, years and copy numbers are payroll numbers only with a label', () => {
    const short = [person(1, 'A|Cruz', '7'), person(2, 'B|Dahl', '2026'), person(3, 'C|D', '11')];
    for (const name of ['2026-11-07.pdf', 'week 7 of 2026.pdf', 'scan (11).pdf', '11.7.26.pdf']) {
      expect(match(name, '11/07/2026, 7 loads, 2026', short).finding, name).toBe('none');
    }
    expect(match('payroll no 7.pdf', '', short)).toMatchObject({ finding: 'match', userId: 1 });
    expect(match('x.pdf', 'Payroll No 2026', short)).toMatchObject({ finding: 'match', userId: 2 });
  });

  test('only the payroll number distinguishes two people with one name', () => {
    const two = [person(1, 'John|Smith', '301'), person(2, 'JOHN|SMITH', '302')];
    const found = match('John Smith.pdf', 'Smith, John', two);
    expect(found).toMatchObject({ finding: 'doubt', note: 'several', userId: null });
    const reasons = ['nameInName', 'nameOnPage'];
    expect(found.candidates).toEqual([1, 2].map((userId) => ({ userId, reasons, against: [] })));
    expect(match('John Smith 302.pdf', '', two)).toMatchObject({ finding: 'match', userId: 2 });
  });

  test.each<[string, string, string, Person[]]>([
    ['a shared payroll number', 'A1.pdf', '', [person(1, 'A|Cruz', 'A-1'), person(2, 'B|D', 'a1')]],
    ['a father', 'Carlos Reyes.pdf', '', [person(1, 'Carlos|Reyes'), person(2, 'Carlos|Reyes Jr')]],
    ['a son', 'Carlos Reyes Jr.pdf', '', [person(1, 'Carlos|Reyes'), person(2, 'Carlos|Reyes Jr')]],
    [
      'an employee id and a number',
      'x',
      'Employee ID 101',
      [person(1, 'A|C'), person(2, 'B|D', '101')],
    ],
  ])('%s is in doubt', (_, name, page, some) => {
    expect(match(name, page, some)).toMatchObject({ finding: 'doubt', note: 'several' });
  });

  test('mirrored names are in doubt', () => {
    const mirrored = [person(1, 'James|Thomas'), person(2, 'Thomas|James')];
    expect(match('James Thomas.pdf', '', mirrored)).toMatchObject({ finding: 'doubt' });
  });

  test('people without a name or a number never match', () => {
    const blank = [person(1, '|'), person(2, 'J|S'), person(3, '|Smith')];
    expect(match('J S - .pdf', 'Payroll No:\nEmployee ID', blank).finding).toBe('none');
    expect(match('John Smith.pdf', '', blank)).toMatchObject({ finding: 'doubt', note: 'weak' });
  });
});

describe("the company's own names", () => {
  const ron = person(10, 'Ron|Kestrel', '30112');
  const office = [...people, ron, person(11, 'Auto|Joliet')];
  const letterhead =
    'Kestrel Auto Transport\n2140 Millsdale Road, Joliet, IL 60433\ndispatch@kestrel.example.com\n';

  test.each([
    ['scan0001.pdf', letterhead],
    ['Kestrel Auto Transport week 45.pdf', `${letterhead}Paid by Kestrel`],
  ])('are never evidence: %s with %j', (fileName, page) => {
    expect(match(fileName, page, office)).toMatchObject({ finding: 'none', candidates: [] });
  });

  test.each([
    ['scan.pdf', 'Driver: Ron Kestrel', ron],
    ['scan.pdf', 'Payroll No 30112', ron],
    ['Kestrel Emil Novotny.pdf', 'Emil Novotny', emil],
  ])('leave %s with %j certain', (fileName, page, { user_id: userId }) => {
    const found = match(fileName, letterhead + page, office);
    expect(found).toMatchObject({ finding: 'match', userId });
  });
});

// Quadratic work on so many words takes tens of seconds, longer than a test may.
test('takes texts of any length', () => {
  for (const page of ['payroll employee id '.repeat(1000), 'a '.repeat(10_000)]) {
    expect(match(`${'a-'.repeat(100)}.pdf`, page).userId).toBeNull();
  }
});
