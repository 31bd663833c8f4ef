import { expect, test } from 'vitest';
import type { ImportKind } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { csv } from '#contract/text/csv.ts';
import { send } from '#tests/fixtures/requests.ts';
import { expectUnchanged } from '#tests/fixtures/state-snapshot.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { formBody, pdfOf } from '#tests/harness/multipart.ts';
import { textRow, workbookOf } from '#tests/harness/xlsx.ts';

const t = suiteApp('sqlite');

function call(kind: ImportKind, path: '' | '/preview', value: string | Buffer, fields = {}) {
  const form = formBody(fields, { name: 'file', value, filename: 'list.xlsx' });
  return send(t, 'POST', `/api/import/${kind}${path}`, t.admin, form);
}

const rows = (count: number) => `username,user_email\n${'a,a@example.com\n'.repeat(count)}`;

test.each<[label: string, file: string | Buffer, status: number]>([
  ['a PDF', pdfOf(), 415],
  ['a file above 10 MB', 'a,b\n'.repeat(2_700_000), 413],
  ['more than 5,000 rows', rows(5_001), 413],
  ['a header alone', 'username,user_email\n', 415],
  ['only hidden sheets', workbookOf([{ name: 'A', rows: '', state: 'hidden' }]), 415],
  ['a damaged workbook', workbookOf([{ name: 'A', rows: '</broken' }]).subarray(0, 900), 415],
])('refuses %s and stores nothing', async (_, file, status) => {
  await expectUnchanged(t, async () => {
    const response = await call('people', '', file);
    expect(response.statusCode, response.body).toBe(status);
    expect(response.json().fields).toHaveProperty('file');
  });
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

test('a new admin needs a recent password', async () => {
  const boss = csv(['Username', 'Email', 'Role'], [['boss', 'boss@example.com', 'Admin']]);
  await t.ctx.db.updateTable('sessions').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect((await call('people', '', boss)).json().code).toBe('confirmation_required');
  const body = { current_password: t.admin.password };
  expect((await send(t, 'POST', '/api/confirm', t.admin, body)).statusCode).toBe(200);
  expect((await call('people', '', boss)).statusCode).toBe(201);
});
