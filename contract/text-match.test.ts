import { describe, expect, it } from 'vitest';
import { matches } from './text-match.ts';

describe('a search', () => {
  it.each([
    ['', 'anything'],
    ['nunez', 'Rosa Núñez'],
    ['WOJCIK', 'Tomasz Wójcik'],
    ['vega night', 'Night desk\nMarisol Vega'],
    ['  vega ', 'Marisol Vega'],
    ['lodz', 'Łódź'],
    ['ŁÓDŹ', 'lodz'],
    ['strasse oster', 'Øster Straße'],
    ['diyarbakir', 'Dıyarbakır'],
  ])('%j finds %j', (search, text) => expect(matches(search, text)).toBe(true));

  it('requires every word', () => expect(matches('vega omaha', 'Marisol Vega')).toBe(false));

  it.each([
    ['8155550162', '(815) 555-0162', true],
    ['815 555', '815.555.0162', true],
    ['+1 815-555-0162', '815-555-0162', true],
    ['815-555-0162', '+1 (815) 555-0162', true],
    ['815-555-0163', '(815) 555-0162', false],
    ['-', '(815) 555-0162', false],
    ['8155550162x', '(815) 555-0162', false],
  ])('%j compares the digits of the phone number %j', (search, phone, expected) =>
    expect(matches(search, 'Marisol Vega', [phone])).toBe(expected),
  );
});
