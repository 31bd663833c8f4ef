import { expect, test } from 'vitest';
import { damageFields } from '#contract/damages.ts';
import { type ExportName, exportNames } from '#contract/exports.ts';
import { jobFields } from '#contract/jobs.ts';
import { productFields } from '#contract/store.ts';
import { userFields } from '#contract/users.ts';
import { exportColumns } from './export-columns.ts';

test.for(exportNames)(
  '%s names each column once and has no secret, gender or race (SEC22)',
  (list) => {
    for (const role of ['admin', 'employee'] as const) {
      const columns = exportColumns(list, role);
      const headers = columns.map(({ header }) => header);
      expect(columns.length).toBeGreaterThan(1);
      expect(new Set(headers).size).toBe(headers.length);
      expect(columns.map(({ name }) => name).join()).not.toMatch(
        /gender|race|password|hash|path|token/,
      );
    }
  },
);

test('described fields are columns under their labels, a reference with its id and its name', () => {
  const headersOf = (list: ExportName) => exportColumns(list, 'admin').map(({ header }) => header);
  const labelsOf = (fields: Readonly<Record<string, { label: string }>>) =>
    Object.values(fields).map(({ label }) => label);
  expect(headersOf('jobs')).toEqual(labelsOf(jobFields));
  expect(headersOf('products')).toEqual(labelsOf(productFields));
  expect(headersOf('users').toSorted()).toEqual(
    [...labelsOf(userFields), 'Sign-in', 'Link sent (America/Chicago)'].toSorted(),
  );
  expect(headersOf('damages')).toEqual(
    labelsOf(damageFields).flatMap((label) =>
      label === 'Employee' ? ['Employee ID', 'Employee'] : [label],
    ),
  );
  expect(headersOf('hours-ledger')).toEqual([
    ...['ID', 'Employee ID', 'Name', 'Kind', 'Before', 'After', 'Reason', 'Changed by'],
    'Time (America/Chicago)',
  ]);
});
