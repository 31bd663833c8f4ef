import { expect, test } from 'vitest';
import { authority, saferUrl } from './authority.ts';
import { telHref } from './profile.ts';

test.each([
  ['815-555-0100', 'tel:+18155550100'],
  ['+1 815 555 0100', 'tel:+18155550100'],
  ['815-555-0100 x12', 'tel:815555010012'],
  ['815+555;ext=1?a=b&c', 'tel:8155551'],
])('%j is called as %s', (typed, href) => {
  expect(telHref(typed)).toBe(href);
});

test('the link to the record of the authority has its number', () => {
  expect(new URL(saferUrl).searchParams.get('query_string')).toBe(authority.usdot);
});
