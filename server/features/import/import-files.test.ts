import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '#contract/csv.ts';
import { type ImportKind, importFields } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { send } from '../../../tests/fixtures/requests.ts';
import { stateSnapshot } from '../../../tests/fixtures/state-snapshot.ts';
import { suiteApp } from '../../../tests/harness/app.ts';
import { docxOf } from '../../../tests/harness/file-samples.ts';
import { formBody, pdfOf } from '../../../tests/harness/multipart.ts';
import { textRow, workbookOf } from '../../../tests/harness/xlsx.ts';
import { zipOf } from '../../../tests/harness/zip.ts';

const t = suiteApp('sqlite');

function call(kind: ImportKind, path: '' | '/preview', value: string | Buffer, fields = {}) {
  const form = formBody(fields, { name: 'file', value, filename: 'list.xlsx' });
  return send(t, 'POST', `/api/import/${kind}${path}`, t.admin, form);
}

const bomb = zipOf([
  { name: '[Content_Types].xml' },
  { name: 'xl/workbook.xml', value: ' '.repeat(50_000_000) },
]);
const rows = (count: number) => `username,user_email\n${'a,a@example.com\n'.repeat(count)}`;

test.each<[label: string, file: string | Buffer, status: number]>([
  ['a PDF', pdfOf(), 415],
  ['a Word document', docxOf(), 415],
  ['a web page', '<html><body></body></html>', 415],
  ['a ZIP bomb', bomb, 415],
  ['a file above 10 MB', 'a,b\n'.repeat(2_700_000), 413],
  ['more than 5,000 rows', rows(5_001), 413],
  ['a header alone', 'username,user_email\n', 415],
  [
    'a workbook without visible sheets',
    workbookOf([{ name: 'A', rows: '', state: 'hidden' }]),
    415,
  ],
  ['a damaged workbook', workbookOf([{ name: 'A', rows: '</broken' }]).subarray(0, 900), 415],
])('refuses %s and stores nothing', async (_, file, status) => {
  const before = await stateSnapshot(t);
  for (const path of ['/preview', ''] as const) {
    const response = await call('people', path, file);
    expect(response.statusCode, response.body).toBe(status);
    expect(response.json().fields).toHaveProperty('file');
  }
  expect(await stateSnapshot(t)).toEqual(before);
});

test('takes 5,000 rows, all of them the same', async () => {
  const { counts } = (await call('people', '/preview', rows(5_000))).json();
  expect(counts).toEqual({ new: 1, changed: 0, unchanged: 4_999, wrong: 0, skipped: 0 });
});

test('reads the sheet that is chosen and refuses one that does not exist', async () => {
  const book = workbookOf([
    { name: 'Notes', rows: textRow(1, ['nothing', 'here']) + textRow(2, ['a', 'b']) },
    {
      name: 'Staff',
      rows: textRow(3, ['Email', 'Dept']) + textRow(4, ['kim@example.com', 'Yard']),
    },
  ]);
  const { sheets, sheet } = (await call('people', '/preview', book)).json();
  expect([sheets, sheet]).toEqual([['Notes', 'Staff'], 'Notes']);
  const staff = (await call('people', '/preview', book, { sheet: 'Staff' })).json();
  expect(staff.rows).toMatchObject([{ row: 4, result: 'new', cells: ['kim@example.com', 'Yard'] }]);
  const missing = await call('people', '/preview', book, { sheet: 'Gone' });
  expect(missing.json().fields).toEqual({ sheet: messages.unknownSheet });
});

test('marks cells whose formula failed', async () => {
  const sheet = textRow(1, ['Email', 'First name']) + textRow(2, ['ed@example.com', '#N/A']);
  const { rows: shown } = (
    await call('people', '/preview', workbookOf([{ name: 'A', rows: sheet }]))
  ).json();
  expect(shown[0].errors).toEqual([{ field: 'first_name', message: messages.noValue }]);
});

test('a new admin needs a recent password', async () => {
  const boss = csv(['Username', 'Email', 'Role'], [['boss', 'boss@example.com', 'Admin']]);
  await t.ctx.db.updateTable('sessions').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect((await call('people', '', boss)).json().code).toBe('confirmation_required');
  const body = { current_password: t.admin.password };
  expect((await send(t, 'POST', '/api/confirm', t.admin, body)).statusCode).toBe(200);
  expect((await call('people', '', boss)).statusCode).toBe(201);
});

/** Rows of a template: a text for each column that a person can fill. */
const person = fc.record({
  username: fc.stringMatching(/^[a-z]{6,12}$/),
  first_name: fc.string({ maxLength: 30 }),
  last_name: fc.string({ maxLength: 30 }),
  department: fc.string({ maxLength: 30 }),
  position: fc.string({ maxLength: 30 }),
  phone_number: fc.string({ maxLength: 20 }),
  hire_date: fc.constantFrom('', '1/2/2024', '2024-01-02', '2-Jan-24', 'tomorrow'),
  pto_hours: fc.constantFrom('', '8', '1,234.5', '-1', '0'),
  payroll_number: fc.string({ maxLength: 12 }),
});

test('the second import of any rows changes nothing, and a wrong row leaves nothing', async () => {
  const columns = Object.keys(importFields.people);
  const sheets = fc.array(person, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sheets, async (people) => {
      const lines = people.map(
        (one): Record<string, string> => ({
          ...one,
          user_email: `${one.username}@example.com`,
        }),
      );
      const file = csv(
        columns,
        lines.map((line) => columns.map((name) => line[name] ?? '')),
      );
      const before = await stateSnapshot(t);
      const first = await call('people', '', file);
      if (first.statusCode !== 201) {
        expect(first.statusCode, first.body).toBe(400);
        expect(await stateSnapshot(t)).toEqual(before);
        return;
      }
      const stored = await stateSnapshot(t);
      const second = (await call('people', '', file)).json();
      expect(second.counts, file).toEqual({
        new: 0,
        changed: 0,
        unchanged: people.length,
        wrong: 0,
        skipped: 0,
      });
      expect(await stateSnapshot(t)).toEqual(stored);
    }),
    { numRuns: 60 },
  );
});
