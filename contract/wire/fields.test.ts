import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { email, hours, line, money, optionalLine, optionalWhole, whole } from './fields.ts';

describe('a number typed with blanks', () => {
  test.each([
    ['12 ', 12],
    ['\u00a012', 12],
    ['  ', null],
    ['', null],
  ])('%j is %j', (typed, number) => {
    expect(optionalWhole(0, 20).parse(typed)).toBe(number);
  });

  test('is read by every kind of number', () => {
    for (const schema of [whole(1, 20), hours(), money()]) expect(schema.parse(' 12 ')).toBe(12);
    expect(whole(1, 20).safeParse(' ').error?.issues[0]?.message).toBe(field.required);
    expect(whole(1, 20).safeParse('1 2').success).toBe(false);
  });
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
