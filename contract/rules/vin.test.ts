import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { checkDigitOf, isVin, oddityOf, plainVin } from './vin.ts';

test.each([
  ['a published example', '5GZCZ43D13S812715', true],
  ['a wrong check digit', '1M8GDM9A1KP042788', false],
  ['two swapped digits', '1M8GDM9AXKP042878', false],
  ['an O for a zero', '1M8GDM9AXKPO42788', false],
  ['lower case', '1m8gdm9axkp042788', false],
])('of %s, %s, is a VIN: %s', (_, vin, expected) => {
  expect(isVin(vin)).toBe(expected);
});

test.each([
  ' 1m8gd-m9axk p042788',
  // The I of an import goes, never the last digit.
  ...['I1M8GDM9AXKP042788', '*I1M8GDM9AXKP042788*', 'i 1m8gdm9axkp042788'],
])('reads %j as people type it', (label) => {
  expect(plainVin(label)).toBe('1M8GDM9AXKP042788');
});

test.each([
  ['', null],
  ['1M8GDM9AXKP042788', null],
  ['1M8GDM9A1KP042788', 'digit'],
  ['WVWZZZ1JZXW000001', 'foreign'],
  ['194375S108023', 'short'],
  ['1M8GDM9AXKP0427880', 'long'],
  ['IM8GDM9AXKP042788', 'letter'],
])('says what is odd about %j: %s', (vin, oddity) => {
  expect(oddityOf(vin)).toBe(oddity);
});

const character = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ');

test('finds each wrong digit, and one check digit fits', () => {
  fc.assert(
    fc.property(fc.array(character, { minLength: 17, maxLength: 17 }), fc.nat(16), (all, at) => {
      const digit = checkDigitOf(all.join(''));
      const vin = all.with(8, digit ?? '').join('');
      expect(isVin(vin)).toBe(true);
      const fitting = [...'0123456789X'].filter((one) => isVin(all.with(8, one).join('')));
      expect(fitting).toEqual([digit]);
      const was = vin.charAt(at);
      if (!/\d/.test(was) || at === 8) return;
      // Two digits differ by less than 11, and no weight but the check digit's is a multiple of 11.
      const other = String((Number(was) + 1) % 10);
      expect(isVin([...vin].with(at, other).join(''))).toBe(false);
    }),
    rounds(100),
  );
});
