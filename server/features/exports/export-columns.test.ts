import { expect, test } from 'vitest';
import { damageFields } from '#contract/damages.ts';
import { type ExportName, exportNames } from '#contract/exports.ts';
import { jobFields } from '#contract/jobs.ts';
import { productFields } from '#contract/store.ts';
import { userFields } from '#contract/users.ts';
import { inLanguage, serveLanguages } from '../../platform/runtime/languages.ts';
import { exportColumns, exportTitle, mayExport } from './export-columns.ts';

serveLanguages();

test.for(exportNames)(
  '%s names each column once and has no secret, gender or race (SEC22)',
  (list) => {
    const inSpanish = inLanguage('es', () => exportColumns(list, 'employee'));
    const columnsOf = [exportColumns(list, 'admin'), exportColumns(list, 'employee'), inSpanish];
    for (const columns of columnsOf) {
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

test('employees who read Spanish get each title, header and label in Spanish', () => {
  const textsOf = () =>
    exportNames
      .filter((list) => mayExport(list, 'employee'))
      .flatMap((list) => [
        exportTitle(list),
        ...exportColumns(list, 'employee').flatMap(({ name, header, labels }) =>
          name === 'cdl_state' ? [header] : [header, ...(labels?.values() ?? [])],
        ),
      ]);
  const english = textsOf();
  const spanish = inLanguage('es', textsOf);
  expect(spanish).toHaveLength(english.length);
  const same = english.filter((text, index) => text === spanish[index]);
  expect(new Set(same)).toEqual(new Set(['', 'ID', 'VIN', 'PTO', 'CDL', 'A', 'B', 'C', 'Total']));
});
