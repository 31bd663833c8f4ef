import { describe, expect, it } from 'vitest';
import { matches } from './text-match.ts';

describe('a search', () => {
  it.each([
    ['', 'anything'],
    ['nunez', 'Rosa Núñez'],
    ['WOJCIK', 'Tomasz Wójcik'],
    ['vega night', 'Night desk\nMarisol Vega'],
    ['  vega ', 'Marisol Vega'],
  ])('%j finds %j', (search, text) => expect(matches(search, text)).toBe(true));

  it('asks for every word', () => expect(matches('vega omaha', 'Marisol Vega')).toBe(false));
});
