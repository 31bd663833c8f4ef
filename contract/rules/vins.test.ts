import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { checkDigitOf } from './vin.ts';
import { modelYearOf, parseVins, vinSummary } from './vins.ts';

const bus = '1M8GDM9AXKP042788';
const accord = '1HGCM82633A004352';
const tesla = '5YJ3E1EA7KF317000';

const vinsIn = (typed: string) => parseVins(typed).map(({ vin }) => vin);

test.each([
  ['a mail', `Keys are inside: ${bus.toLowerCase()}, and ${accord}.`],
  ['a spreadsheet', `VIN\tModel\n${bus}\tMCI\n${accord}\tAccord\n`],
  ['signs', `${bus};${accord}|${bus}`],
  ['labels', `*I${bus}*\r\n1HGCM-82633-A004352`],
  ['a row of a table', `1 MCI bus 1M8GD M9AXK P042788 runs\tyes\n2 1HGCM-82633-A004352 no`],
  ['a label glued to it', `VIN${bus}, VIN#${accord}`],
])('finds each VIN once in %s', (_, typed) => {
  expect(vinsIn(typed)).toEqual([bus, accord]);
});

test('says of each whether its check digit is right, and its year', () => {
  expect(parseVins(`${bus} 1M8GDM9A1KP042788 short 1234567890123456 ${tesla}X`)).toEqual([
    { vin: bus, is_valid: true, year: 1989 },
    { vin: '1M8GDM9A1KP042788', is_valid: false, year: 1989 },
  ]);
});

test('takes no word for a VIN, and names what looks like one and is not', () => {
  expect(vinsIn('MISUNDERSTANDINGS about CHARACTERIZATIONS')).toEqual([]);
  const odd = `KEYS ${bus.slice(1)}\tMCI 1M8GD-M9AXK-P04278 bus\n1M8GDM9AXKP04278O ${bus}7`;
  expect(vinSummary(`${odd}\n${accord}, stock 20261128, 815-555-0100`)).toBe(
    '1 VIN, not a VIN, please correct: M8GDM9AXKP042788 (16 characters), 1M8GDM9AXKP04278 (16 characters), 1M8GDM9AXKP04278O (17 characters), 1M8GDM9AXKP0427887 (18 characters)',
  );
});

test('sums up a text, also one without any', () => {
  expect(vinSummary(`${bus} ${bus} 1M8GDM9A1KP042788`)).toBe(
    '2 VINs, 1 repeated, 1 with a wrong check digit: 1M8GDM9A1KP042788',
  );
  expect([vinSummary(' \n'), vinSummary('KP042788')]).toEqual([
    '',
    'No VIN found yet: it has 17 letters and digits',
  ]);
});

test.each([
  ['position 7 a digit: before 2010', accord, 2003],
  ['position 7 a letter: from 2010 on', tesla, 2019],
  ['an import with a check digit', 'JH4KA7561PC008269', 1993],
  ['a foreign one of either cycle', 'WVWZZZ1JZKW000001', null],
  ['a foreign one whose second cycle is to come', 'WVWZZZ1JZXW000001', 1999],
  ['a year that is to come', '5YJ3E1EA7YF317000', null],
  ['a code of no year', '1M8GDM9AXUP042788', null],
])('tells the year of %s', (_, vin, year) => {
  expect(modelYearOf(vin, 2026)).toBe(year);
});

const signs = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ');
const vin = fc.array(signs, { minLength: 17, maxLength: 17 }).map((all) => {
  const text = all.join('');
  return all.with(8, checkDigitOf(text) ?? '').join('');
});
const between = fc.stringMatching(/^[ ,;:.\t\n|()"'/-]{1,4}$/);

test('finds whatever is between them, in any case, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(vin, between, fc.boolean()), { maxLength: 30 }), (pasted) => {
      const text = pasted
        .map(([one, sign, low]) => (low ? one.toLowerCase() : one) + sign)
        .join('');
      expect(vinsIn(text)).toEqual([...new Set(pasted.map(([one]) => one))]);
    }),
    rounds(100),
  );
});
