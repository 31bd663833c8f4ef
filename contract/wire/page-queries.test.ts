import { expect, test } from 'vitest';
import { canonicalQuery } from './page-queries.ts';

test.each([
  ['/careers', '', ''],
  ['/careers', '?utm_source=mail&x', ''],
  ['/careers', '?department=Finance&a=1&q=yard', '?q=yard&department=Finance'],
  ['/CAREERS/', '?q=Yard', '?q=Yard'],
  ['/careers', '?q=%20%20&department=All', ''],
  ['/careers', '?department=No+such', '?department=other'],
  ['/careers', '?q=%', '?q=%25'],
  ['/testimonials', '?page=02', '?page=2'],
  ['/testimonials', '?page=x', '?page=0'],
  ['/careers.data', '?_routes=root&x=1', '?_routes=root'],
])('the query of %s%s becomes "%s"', (path, search, expected) => {
  expect(canonicalQuery(path, search).search).toBe(expected);
});

test('a search has a bounded length and counts as free text', () => {
  const { search, isFreeText } = canonicalQuery('/careers', `?q=${'x'.repeat(5_000)}`);
  expect(search.length).toBeLessThan(250);
  expect(isFreeText).toBe(true);
  expect(canonicalQuery('/careers', '?department=Finance').isFreeText).toBe(false);
});
