import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { patientReading } from '#tests/harness/patient-reading.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { sweepDrops } from './settlement-drops.service.ts';

const gone = { code: 'not_found', error: 'Someone else published or discarded this drop.' };

describe('settlement drops', () => {
  patientReading();
  const t = suiteApp('sqlite');
  let drivers: Record<'emil' | 'sean' | 'john' | 'jane' | 'twin', TestPerson>;
  let other: TestPerson;
  const { clear, drop, send, add, call, publish, look, teach, documents } = dropsOf(() => t);
  const { notices, stored } = documents;

  beforeAll(async () => {
    other = await t.person('olga', 'admin');
    const driver = async (username: string, name: string, payroll_number = '') => {
      const person = username === 'emil' ? t.employee : await t.person(username, 'employee');
      const [first_name = '', last_name = ''] = name.split(' ');
      const employee_id = await employeeOf(t, person.userId, { first_name, last_name });
      await changeRows(t, 'employees', { employee_id }, { payroll_number });
      return person;
    };
    drivers = {
      emil: await driver('emil', 'Emil Novotný', '1042'),
      sean: await driver('sean', "Seán O'Brien", 'PR-77'),
      john: await driver('john', 'John Smith', '20415'),
      jane: await driver('jane', 'Jane Smith'),
      twin: await driver('twin', 'John Smith', '20416'),
    };
  });
  beforeEach(() => clear());

  const settlementsOf = (person?: TestPerson) => documents.list('settlements', person);
  const presign = async (path: string, by: TestPerson) =>
    (await ownedFilesOf(() => t).presign(path, by)).statusCode;
  const entryFor = ({ drop_file_id }: { drop_file_id: number }, driver = drivers.emil) => ({
    drop_file_id,
    user_id: driver.userId,
  });
  test('matches settlements by a format, publishes the reviewed ones and notifies each driver once', async () => {
    await teach({ net_pay: null, period: null });
    const byNumber = { label: 'Payroll no:', place: 'right', is: 'payroll_number' };
    await teach({ name: 'By number', payee: byNumber, net_pay: null, period: null });
    const id = await drop();
    const names: [name: string, page: string][] = [
      ['scan8.pdf', 'Payroll no: 20415'],
      ['scan9.pdf', 'Payroll no: 20416'],
      ['John Smith.pdf', 'Driver: John Smith'],
      ['both.pdf', "Driver: Sean O'Brien\nPayroll no: 1042"],
      ['scan11.pdf', 'Week 3'],
      ['week 1.pdf', 'Driver: Emil Novotny'],
      ['week 2.pdf', 'Driver: NOVOTNY, EMIL'],
      ['dispatched.pdf', 'Driver: Tom Newman\nDispatcher: Emil Novotny\nLoad 20415'],
    ];
    for (const [name, page] of names) await add(id, name, page);

    const { files, ...rest } = await look(id);
    expect(rest).toEqual({ drop_id: id, created_at: expect.any(String), made_by: 'anna' });
    expect(files.map(({ finding }) => finding)).toEqual([
      ...Array(3).fill('doubt'),
      'none',
      ...Array(4).fill('match'),
    ]);
    const { emil, john, jane, twin } = drivers;
    const found = (name: string) => files.find(({ file_name }) => file_name === name);
    const smith = { name: 'John Smith', reasons: ['format', 'nameInName', 'nameOnPage'] };
    const candidates = [john, twin].map(({ userId }) => ({ ...smith, user_id: userId }));
    expect(found('John Smith.pdf')).toMatchObject({ note: 'payees', user_id: null, candidates });
    expect(found('both.pdf')).toMatchObject({ note: 'formats', user_id: null });
    const scan = found('scan11.pdf');
    expect(scan).toMatchObject({ finding: 'none', note: 'format', candidates: [] });
    expect(found('scan8.pdf')).toMatchObject({ note: null, user_id: john.userId });
    expect(found('scan9.pdf')).toMatchObject({ finding: 'match', user_id: twin.userId });
    // The dispatcher is a suggestion only.
    const dispatcher = { user_id: emil.userId, name: 'Emil Novotný', reasons: ['nameOnPage'] };
    expect(found('dispatched.pdf')).toMatchObject({ note: 'payee', candidates: [dispatcher] });
    expect((await call('GET', '')).json()).toEqual([{ ...rest, waiting: 8 }]);

    // Only admins see it before it is published.
    expect([await settlementsOf(emil), await notices(emil)]).toEqual([[], []]);
    const path = files[0]?.file_path ?? '';
    expect([await presign(path, emil), await presign(path, t.admin)]).toEqual([404, 200]);

    const entries = files
      .filter(({ finding }) => finding === 'match')
      .map(({ drop_file_id, user_id }) => ({ drop_file_id, user_id: Number(user_id) }));
    const toJane = { drop_file_id: scan?.drop_file_id ?? 0, user_id: jane.userId };
    const response = await publish(id, [...entries, { ...toJane, file_name: 'Week 3.pdf' }]);
    const reply = { message: '5 settlements were published.', published: 5 };
    expect(replyOf(response)).toEqual([200, reply]);
    expect(await settlementsOf(emil)).toHaveLength(2);
    expect(await notices(emil)).toEqual(['2 new settlements. Find them under Settlements.']);
    const [ofJane, ...more] = await settlementsOf(jane);
    const expected = { file_name: 'Week 3.pdf', assigned_user_ids: [jane.userId], revision: 1 };
    expect([ofJane, more]).toMatchObject([expected, []]);
    expect(await notices(jane)).toEqual([expect.stringContaining('Week 3.pdf')]);
    expect(await notices(john)).toEqual([expect.stringContaining('scan8.pdf')]);
    const published = ofJane?.file_path ?? '';
    expect([await presign(published, jane), await presign(published, john)]).toEqual([200, 404]);

    // The rest waits, also after a restart.
    const restarted = await buildApp(t.ctx, null);
    const url = `/api/settlements/drops/${id}`;
    const left = await restarted.inject({ url, headers: other.headers });
    await restarted.close();
    expect(left.json().files).toHaveLength(3);
    const last = left.json().files.map((file: { drop_file_id: number }) => entryFor(file, john));
    expect((await publish(id, last, other)).json().published).toBe(3);
    expect((await call('GET', `/${id}`)).json()).toMatchObject(gone);
    expect((await call('GET', '')).json()).toEqual([]);
    expect([(await settlementsOf()).length, (await stored()).length]).toEqual([8, 8]);
  });

  test('a file that is in the drop or published already needs a review', async () => {
    const page = await pdfWithPages(['Driver: Emil Novotny']);
    await teach({ net_pay: null, period: null });
    const id = await drop();
    const first = await add(id, 'Emil Novotny.pdf', page);
    expect(first).toMatchObject({ finding: 'match', note: null });
    const duplicate = { finding: 'doubt', note: 'duplicate', user_id: null };
    const again = { ...duplicate, candidates: [{ user_id: drivers.emil.userId }] };
    expect(await add(id, 'Emil Novotny again.pdf', page)).toMatchObject(again);
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject({ finding: 'match' });
    await publish(id, [entryFor(first)]);
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject(again);

    const unnamed = await pdfWithPages(['Week 45']);
    expect(await add(id, 'scan.pdf', unnamed)).toMatchObject({ finding: 'none', note: 'format' });
    const copy = await add(id, 'scan again.pdf', unnamed);
    expect(copy).toMatchObject({ ...duplicate, candidates: [] });
    // Lists may have camelCase keys too.
    const entries = [{ dropFileId: copy.drop_file_id, userId: drivers.emil.userId }];
    const response = await call('POST', `/${id}/publish`, t.admin, { entries });
    expect(response.json()).toMatchObject({ published: 1 });
  });

  test('a drop accepts at most five hundred files', async () => {
    const id = await drop();
    await add(id, 'a.pdf');
    const [row] = await rowsOf(t, 'settlement_drop_files');
    const [object] = await rowsOf(t, 'objects');
    if (!row || !object) throw new Error('nothing was added');
    const { drop_file_id: _, ...file } = row;
    const keys = Array.from({ length: 499 }, () => `settlements/${randomUUID()}.pdf`);
    for (let at = 0; at < keys.length; at += 100) {
      const some = keys.slice(at, at + 100);
      const objects = some.map((key) => ({ ...object, key }));
      await t.ctx.db.insertInto('objects').values(objects).execute();
      const files = some.map((object_key) => ({ ...file, object_key }));
      await t.ctx.db.insertInto('settlement_drop_files').values(files).execute();
    }
    const error = 'A drop takes at most 500 files. Publish these first.';
    expect(replyOf(await send(id, 'b.pdf'))).toEqual([409, { code: 'conflict', error }]);
  });

  test('accounts that come and go change what a waiting file is', async () => {
    await teach({ net_pay: null, period: null });
    const named = async (username: string) => {
      const person = await t.person(`${username}-${randomUUID()}`, 'employee');
      await employeeOf(t, person.userId, { first_name: 'Lea', last_name: 'Leaver' });
      return person;
    };
    const leaver = await named('leaver');
    const id = await drop();
    expect(await add(id, 'a.pdf', 'Driver: Lea Leaver')).toMatchObject({ finding: 'match' });
    const other = await named('another');
    const finding = async () => (await look(id)).files[0];
    expect(await finding()).toMatchObject({ finding: 'doubt', note: 'payees', user_id: null });
    await documents.closeAccount(leaver);
    expect(await finding()).toMatchObject({ finding: 'match', user_id: other.userId });
    await documents.closeAccount(other);
    expect(await finding()).toMatchObject({ finding: 'doubt', note: 'payee', candidates: [] });
  });

  test('sweeps an empty drop after thirty days, never one with files', async () => {
    const [empty, full, young] = [await drop(), await drop(), await drop()];
    await add(full, 'a.pdf');
    for (const [drop_id, days, status] of [
      [empty, 31, 404],
      [full, 31, 200],
      [young, 29, 200],
    ] as const) {
      const created_at = new Date(t.ctx.now().getTime() - days * 86_400_000).toISOString();
      await changeRows(t, 'settlement_drops', { drop_id }, { created_at });
      await sweepDrops(t.ctx);
      expect((await call('GET', `/${drop_id}`)).statusCode).toBe(status);
    }
  });
});
