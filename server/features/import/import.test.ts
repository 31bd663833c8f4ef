import { expect, test } from 'vitest';
import { type ImportKind, type ImportPreview, importFields } from '#contract/import.ts';
import { damages } from '#contract/messages/damages.ts';
import { field } from '#contract/messages/general.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { csv } from '#contract/text/csv.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { expectUnchanged, stateSnapshot } from '#tests/fixtures/state-snapshot.ts';
import { create } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { formBody, pdfOf } from '#tests/harness/multipart.ts';
import { textRow, workbookOf } from '#tests/harness/xlsx.ts';
import { jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { messagesTo } from '#tests/records/traces.ts';

const messyPeople = [
  'Kestrel Auto Transport;;;;;;;;',
  ';;;;;;;;',
  'First Name; Last name ;E-MAIL;Cell phone;Dept.;Hire Date;PTO balance;Role;Notes;;',
  'José;Ruiz;jose@example.com;8155550142; Fleet ;1/31/2025;"1,016.5";Employee;"two',
  'lines";;',
  'Ann;"O""Neil";ann.oneil@example.com;(815) 555-0143;Fleet;31-Jan-25;8;;;;',
  ';;;;;;;;',
  'Lee;Park;lee@example.com;815.555.0144;Office;45688;0;employee;;;',
  'Lee;Park;lee@example.com;815.555.0144;Office;45688;0;employee;;;',
].join('\r\n');

/** A sheet of equal rows. */
const rows = (count: number) => `username,user_email\n${'a,a@example.com\n'.repeat(count)}`;

onBothWhenFull('imports', (engine) => {
  const t = suiteApp(engine);

  type Sheet = string | Buffer;
  const call = (kind: ImportKind, path: string, value: Sheet, fields: object = {}) => {
    const form = formBody(fields, { name: 'file', value, filename: 'list.csv' });
    return send(t, 'POST', `/api/import/${kind}${path}`, t.admin, form);
  };
  const preview = (kind: ImportKind, sheet: Sheet, fields?: object): Promise<ImportPreview> =>
    jsonOf(call(kind, '/preview', sheet, fields));
  const imported = async (kind: ImportKind, sheet: Sheet, fields?: object) =>
    (await jsonOf(call(kind, '', sheet, fields))).counts;
  const users = (): Promise<Record<string, unknown>[]> => read(t, '/api/users');
  const snapshot = () => stateSnapshot(t);

  test('read a messy sheet of people, store it once, and change nothing the second time', async () => {
    const bytes = Buffer.from(messyPeople, 'latin1');
    const before = await snapshot();
    const checked = await preview('people', bytes);
    expect(await snapshot()).toEqual(before);
    expect(checked.counts).toEqual({ new: 3, changed: 0, unchanged: 1, wrong: 0, skipped: 0 });
    expect(checked.rows.map(({ row }) => row)).toEqual([4, 5, 7, 8]);

    const { state } = checked;
    expect(await imported('people', bytes, { state })).toEqual(checked.counts);
    const all = await users();
    expect(all.find(({ user_email }) => user_email === 'jose@example.com')).toMatchObject({
      ...{ username: 'jose@example.com', first_name: 'José', phone_number: '815-555-0142' },
      ...{ department: 'Fleet', hire_date: '2025-01-31', pto_hours: 1016.5 },
      user_role: 'employee',
    });
    expect(all.filter(({ hire_date }) => hire_date === '2025-01-31')).toHaveLength(3);

    const stored = await snapshot();
    expect(await imported('people', bytes)).toMatchObject({ new: 0, changed: 0, unchanged: 4 });
    expect(await snapshot()).toEqual(stored);
    const entries = await rowsOf(t, 'audit', { action: 'data.import', target_id: 'people' });
    const counts = { new: 3, changed: 0, unchanged: 1, skipped: 0 };
    expect(entries.map(({ detail }) => JSON.parse(detail))).toContainEqual(counts);
  });

  test('store nothing when one row is wrong, and name its cells', async () => {
    const sheet = csv(
      ['Username', 'Email', 'Hire date', 'PTO hours'],
      [
        ['row-one', 'row-one@example.com', '2025-02-03', 8],
        ['row-two', 'row-two@', '2/30/2025', '#REF!'],
        ['emil', 'anna@example.com', null, null],
      ],
    );
    const before = await snapshot();
    const { rows, counts } = await preview('people', sheet);
    expect(counts).toMatchObject({ new: 1, wrong: 2 });
    const wrong = ['hire_date', 'pto_hours', 'user_email'];
    expect(rows[1]?.errors.map(({ field }) => field).sort()).toEqual(wrong);
    expect(rows[2]?.errors).toEqual([
      { field: 'user_email', message: 'This email address is already in use.' },
    ]);
    const response = await call('people', '', sheet);
    expect(errorOf(response)).toEqual([400, messages.wrong(2)]);
    const fields = { '3.hire_date': field.date };
    expect(response.json().fields).toMatchObject(fields);
    expect(await snapshot()).toEqual(before);
  });

  test('round-trip the exports of jobs and employees', async () => {
    const texts = ['=1+1 wins', "'quoted", 'two\nlines, with commas', ' spaces '];
    for (const text of texts)
      await create(t, 'createJob', { roleInformation: text, position: text });
    await create(t, 'createEmployee');
    for (const what of ['jobs', 'users'] as const) {
      const body = { list: what, format: 'csv', filter: '' };
      const { url } = await jsonOf(send(t, 'POST', '/api/exports', t.admin, body));
      const exported = (await t.app.inject(url)).rawPayload;
      const { counts, rows } = await preview(what === 'jobs' ? 'jobs' : 'people', exported);
      expect(counts, JSON.stringify(rows)).toMatchObject({ new: 0, changed: 0, wrong: 0 });
      expect(counts.unchanged).toBeGreaterThan(0);
    }
  });

  test('store jobs by their labels and change what differs by position, location and date', async () => {
    const labels = Object.values(importFields.jobs).map(({ label }) => label);
    const cells =
      'Driver|Joliet, IL|operations|3/4/2026|$1,500.00|2000|Week|weekends||Full-time||2|yes||a|b|c|d|e|f';
    const row = cells.split('|');
    expect(await imported('jobs', csv(labels, [row]))).toMatchObject({ new: 1 });
    expect(await imported('jobs', csv(labels, [row]))).toMatchObject({ unchanged: 1 });
    // Empty cells change nothing.
    const changed = csv(
      ['Position', 'Location', 'Date posted', 'Pay to', 'Skills'],
      [['DRIVER', 'Joliet,  IL', '2026-03-04', '2,100', '']],
    );
    expect(await imported('jobs', changed)).toMatchObject({ changed: 1 });
    const jobs = await read(t, '/api/careers');
    const job = jobs.find(({ location }: { location: string }) => location.startsWith('Joliet'));
    expect(job).toMatchObject({
      ...{ payMin: 1500, payMax: 2100, payPeriod: 'week', employmentType: 'full_time' },
      ...{ openings: 2, pinned: 1, skills: 'd' },
    });
  });

  test('find the employee of damages and hours, and notify them once', async () => {
    const bo = await t.person('bo', 'employee');
    await imported('people', 'Username,Full name,Payroll number\nbo,"Lind, Bo",P-77\n');
    const sheet = csv(
      ['Driver Name', 'Date', 'Amount', 'Description'],
      [
        ['Bo Lind', '3/4/2026', '$1,234.50', 'Mirror'],
        ['Lind, Bo', '3/4/2026', '(5)', 'Door'],
        ['Nobody Else', '3/4/2026', '5', 'Door'],
      ],
    );
    expect((await preview('damages', sheet)).rows.map(({ errors }) => errors[0]?.field)).toEqual([
      undefined,
      'damage_amount',
      'employee',
    ]);
    const right = sheet.replace('(5)', '5').replace('Nobody Else', '"Lind, Bo"');
    const conflicting = await preview('damages', right.replace(/5,Door\r\n$/, '6,Door\r\n'));
    expect(conflicting.rows[2]?.errors[0]?.message).toBe(messages.sameRecord(3));
    expect(await imported('damages', right)).toMatchObject({ new: 2, unchanged: 1 });
    const notices = () => messagesTo(t, bo);
    expect(await notices()).toEqual([damages.noticeOfMany(2)]);

    const hours = csv(['Employee number', 'PTO', 'Reason'], [['P-77', '12.5', 'New year']]);
    expect(await imported('hours', hours)).toMatchObject({ changed: 1 });
    expect(await imported('hours', hours)).toMatchObject({ unchanged: 1 });
    expect((await notices())[0]).toContain('New year');
  });

  test('answer 409 when a record has changed since the preview', async () => {
    const sheet = (department: string) =>
      csv(['Username', 'Email', 'Department'], [['ida', 'ida@example.com', department]]);
    const { state } = await preview('people', sheet('Office'));
    await imported('people', sheet('Safety'));
    const stale = await call('people', '', sheet('Office'), { state });
    expect([stale.statusCode, stale.json().error]).toEqual([409, messages.changedSince]);
  });

  test('map a column by hand and leave others out', async () => {
    const sheet = csv(['A', 'B', 'C'], [['zoe', 'zoe@example.com', 'secret']]);
    expect((await preview('people', sheet)).rows).toEqual([]);
    const mapped = await preview('people', sheet, { mapping: 'username,user_email,' });
    expect(mapped.counts.new).toBe(1);
    expect(mapped.rows[0]?.cells).toEqual(['zoe', 'zoe@example.com']);
  });

  test('leave accounts closed, and refuse the own demotion', async () => {
    const gone = await t.person('gone', 'employee');
    await send(t, 'DELETE', `/api/users/${gone.userId}`, t.admin);
    const sheet = 'Username,Email,Role\ngone,gone@example.com,\nanna,anna@example.com,employee\n';
    const { rows } = await preview('people', sheet);
    expect(rows[0]).toMatchObject({ result: 'unchanged', record: messages.closed });
    expect(rows[1]?.errors[0]?.field).toBe('user_role');
  });

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
    expect([sheets, sheet]).toEqual([['Notes', 'Staff'], 'Staff']);
    const staff = (await call('people', '/preview', book, { sheet: 'Staff' })).json();
    expect(staff.rows).toMatchObject([
      { row: 4, result: 'new', cells: ['kim@example.com', 'Yard'] },
    ]);
    const missing = await call('people', '/preview', book, { sheet: 'Gone' });
    expect(missing.json().fields).toEqual({ sheet: messages.unknownSheet });
  });

  test('a new admin needs a recent password', async () => {
    const boss = csv(['Username', 'Email', 'Role'], [['boss', 'boss@example.com', 'Admin']]);
    await t.ctx.db
      .updateTable('sessions')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    expect((await call('people', '', boss)).json().code).toBe('confirmation_required');
    const body = { current_password: t.admin.password };
    expect((await send(t, 'POST', '/api/confirm', t.admin, body)).statusCode).toBe(200);
    expect((await call('people', '', boss)).statusCode).toBe(201);
  });
});
