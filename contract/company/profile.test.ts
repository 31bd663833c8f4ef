import { expect, test } from 'vitest';
import { telHref } from './profile.ts';

test.each([
  ['815-555-0100', 'tel:+18155550100'],
  ['+1 815 555 0100', 'tel:+18155550100'],
  ['815-555-0100 x12', 'tel:815555010012'],
  ['815+555;ext=1?a=b&c', 'tel:8155551'],
])('%j is called as %s', (typed, href) => {
  expect(telHref(typed)).toBe(href);
});
