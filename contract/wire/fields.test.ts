import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { unclearComma } from '../rules/typed-numbers.ts';
import {
  date,
  email,
  hours,
  line,
  money,
  optionalDate,
  optionalLine,
  optionalMoney,
  optionalWhole,
  whole,
} from './fields.ts';

const [count, anyCount] = [whole(1, 9_999), optionalWhole(1, 9_999)];
const notCount = field.wholeNumber(1, 9_999);
const notMoney = optionalMoney();

test.each<[z.ZodMiniType, typed: string, read: number | string | null]>([
  [anyCount, '\u00a012 ', 12],
  [count, ' ', field.required],
  [count, '1,250', 1250],
  [count, '1 2', notCount],
  [count, '1250,50', unclearComma()],
  [count, '$5', notCount],
  [money(), '$1,234.50', 1234.5],
  [money(), '(5.00)', field.money],
  ...['1250,50', '1.234,50', '12,50', '1,23,456', '1,2345', '0,125'].map(
    (typed): [z.ZodMiniType, string, string] => [notMoney, typed, unclearComma()],
  ),
  [hours(), '8 hrs', 8],
  [hours(), '36:20', 36.33],
])('a number is read, or refused with the reason', (schema, typed, read) => {
  const { data, error } = schema.safeParse(typed);
  expect(error?.issues[0]?.message ?? data, typed).toBe(read);
});

test.each([
  ['12/5/2026', '2026-12-05'],
  ['12-05-26', '2026-12-05'],
  ['13/5/2026', field.date],
  ['2026-12-05T00:00:00Z', field.date],
])('the date %j is %j', (typed, read) => {
  for (const schema of [date(), optionalDate()]) {
    const { data, error } = schema.safeParse(typed);
    expect(error?.issues[0]?.message ?? data).toBe(read);
  }
});

test('a line break within a line is a blank', () => {
  for (const one of ['Yolanda\nPruitt', 'Yolanda\r\nPruitt', '\nYolanda\u2028Pruitt\n']) {
    expect([line().parse(one), optionalLine().parse(one)]).toEqual(Array(2).fill('Yolanda Pruitt'));
  }
  expect(line().safeParse('\n\u2029').error?.issues[0]?.message).toBe(field.required);
});

describe('an email address', () => {
  const isValid = (address: string) => z.safeParse(email(), address).success;

  test('has at most 64 characters before the @, 63 in a label and 254 in all', () => {
    const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.com`;
    expect(isValid(long)).toBe(true);
    expect(isValid(`a${long}`)).toBe(false);
    expect(isValid(`a@${'b'.repeat(64)}.com`)).toBe(false);
    expect(isValid(`a@example.${'c'.repeat(64)}`)).toBe(false);
    expect(isValid(`a@${'b'.repeat(106)}.com`)).toBe(false);
    expect(isValid(`${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(6)}`)).toBe(
      true,
    );
    expect(isValid(`${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(7)}`)).toBe(
      false,
    );
  });

  test('is stored without the blanks around it', () => {
    expect(z.parse(email(), ' a@example.com\n')).toBe('a@example.com');
  });
});
