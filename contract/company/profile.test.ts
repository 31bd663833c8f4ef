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

test('the authority is two numbers, of which one leads to its record, and each limit an amount', () => {
  const { usdot, mc, insurance } = authority;
  for (const number of [usdot, mc]) expect(number).toMatch(/^\d{5,8}$/);
  expect(new URL(saferUrl).searchParams.get('query_string')).toBe(usdot);
  for (const { label, limit } of insurance) {
    expect(label).toMatch(/^[A-Z]/);
    expect(limit).toMatch(/^\$[\d,]+$/);
  }
});
