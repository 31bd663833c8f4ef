import { expect, test } from 'vitest';
import { apiFilters } from '../scripts/changed-files.ts';

test('picks the tests of a feature when one of its files changed', () => {
  expect(apiFilters(['server/features/damages/damages.service.ts'])).toEqual([
    'server/features/damages/',
  ]);
});

test('picks the features and tests that import a changed file', () => {
  expect(apiFilters(['contract/damages.ts'])).toContain('server/features/damages/');
  expect(apiFilters(['tests/harness/databases.ts'])).toContain('tests/accepted-calls.test.ts');
});

test('picks a changed test itself', () => {
  expect(apiFilters(['tests/accepted-calls.test.ts'])).toEqual(['tests/accepted-calls.test.ts']);
});

test('picks no API test for a change in the pages', () => {
  expect(apiFilters(['web/portal/damages/damages-page.tsx', 'README.md'])).toEqual([]);
});
