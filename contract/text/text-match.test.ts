import { describe, expect, it } from 'vitest';
import { distinctLines, isSameLine, matches } from './text-match.ts';

describe('a search', () => {
  it.each([
    ['nunez', 'Rosa Núñez'],
    ['WOJCIK', 'Tomasz Wójcik'],
    ['vega night', 'Night desk\nMarisol Vega'],
    ['  vega ', 'Marisol Vega'],
    ['lodz', 'Łódź'],
    ['strasse oster', 'Øster Straße'],
    ["O'Brien", 'Pat O’Brien'],
    ['smith‑jones', 'Ann Smith-Jones'],
    ['Joliet\u00a0yard', 'Joliet yard'],
    ['Delgado\u200b', 'Rosa Del\u00adgado'],
  ])('%j finds %j', (search, text) => expect(matches(search, text)).toBe(true));

  it('requires every word', () => expect(matches('vega omaha', 'Marisol Vega')).toBe(false));

  it.each([
    ['8155550162', '(815) 555-0162', true],
    ['815-555-0162', '+1 (815) 555-0162', true],
    ['815-555-0163', '(815) 555-0162', false],
    ['8155550162x', '(815) 555-0162', false],
  ])('%j compares the digits of the phone number %j', (search, phone, expected) =>
    expect(matches(search, 'Marisol Vega', [phone])).toBe(expected),
  );
});

it('takes names that look the same as one value of a filter', () => {
  const names = ['O’Fallon yard', "o'fallon  yard ", null, '', 'Fleet', 'fleet\u200b'];
  expect(distinctLines(names)).toEqual(['Fleet', 'O’Fallon yard']);
  expect(isSameLine("O'FALLON YARD", 'O’Fallon yard')).toBe(true);
  expect(isSameLine(null, 'Fleet')).toBe(false);
});
