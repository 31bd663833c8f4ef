import { beforeAll, beforeEach, expect, test } from 'vitest';
import { maxFormats } from '#contract/settlement-formats.ts';
import { errorOf, send as sendTo } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { dropsOf, usualFormat } from '#tests/harness/drops.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { patientReading } from '#tests/harness/patient-reading.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { changeRows, jsonOf } from '#tests/records/stored.ts';
import { readSettlements } from './settlement-reading.ts';

onBothWhenFull('settlement formats', (engine) => {
  patientReading();
  const t = suiteApp(engine);
  const { clear, drop, add, look, teach, publish, documents } = dropsOf(() => t);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
    sendTo(t, method, `/api/settlements/formats${path}`, t.admin, body);
  const page = 'Driver: Emil Novotny\nNet pay: $1,800.00\nPay period: 11/01/2026 - 11/07/2026';
  const stated = { net_pay: 1800, period_from: '2026-11-01', period_to: '2026-11-07' };
  const unread = { net_pay: null, period_from: null, period_to: null };
  beforeAll(() => employeeOf(t, t.employee.userId));
  beforeEach(() => clear());

  test('show the lines of a file, and what a format would read before it is saved', async () => {
    const { drop_file_id } = await add(await drop(), 'a.pdf', page);
    const url = `/api/settlements/drop-files/${drop_file_id}/lines`;
    const lines = (await sendTo(t, 'GET', url, t.admin)).json();
    const words = [{ text: 'Driver:', x: expect.any(Number), width: expect.any(Number) }];
    expect(lines[0]).toMatchObject({ page: 1, line: 1, words: expect.arrayContaining(words) });
    expect(lines).toHaveLength(3);
    const read = async (format: object) =>
      jsonOf(call('POST', '/try', { drop_file_id, format: { ...usualFormat, ...format } }));
    const right = { payee: 'Emil Novotny', user_id: t.employee.userId, ...stated, problems: [] };
    expect(await read({})).toEqual(right);
    expect(await read({ payee: { file_name_part: 1, is: 'name' }, period: null })).toEqual({
      ...{ payee: 'a', user_id: null, ...unread, net_pay: 1800 },
      problems: ["“a” isn't the name or number of one open account."],
    });
    expect((await call('GET')).json()).toEqual([]);
    expect((await sendTo(t, 'GET', url.replace(/\d+/, '2000000000'), t.admin)).statusCode).toBe(
      404,
    );
  });

  test('read waiting files anew when one is added, changed or deleted, and never published ones', async () => {
    const id = await drop();
    const entry = { drop_file_id: 0, user_id: t.employee.userId };
    entry.drop_file_id = (await add(id, 'a.pdf', page)).drop_file_id;
    await add(id, 'b.pdf', `${page}\nTwo`);
    const finding = async () => (await look(id)).files.at(-1);
    const suggestion = { user_id: entry.user_id, name: 'Emil Novotny', reasons: ['nameOnPage'] };
    const untaught = { finding: 'doubt', user_id: null, ...unread, candidates: [suggestion] };
    expect(await finding()).toMatchObject({ ...untaught, note: 'untaught' });

    const format = await teach();
    const match = { finding: 'match', user_id: entry.user_id, ...stated };
    expect(await finding()).toMatchObject(match);
    await jsonOf(publish(id, [entry]));
    const net_pay = { label: 'Gross:', place: 'right' };
    const change = { net_pay, period: null, version: 1 };
    expect(await jsonOf(call('PUT', `/${format}`, change))).toEqual({
      message: 'Format changed. The files in drops were read again, published settlements stay.',
    });
    expect(await finding()).toMatchObject({ ...untaught, note: 'format' });
    const stale = await call('PUT', `/${format}`, change);
    expect([stale.statusCode, stale.json().current]).toMatchObject([409, { net_pay, version: 2 }]);
    await jsonOf(call('PUT', `/${format}`, { net_pay: null }));
    expect(await finding()).toMatchObject({ ...match, ...unread });
    const other = await teach({ name: 'The same' });
    expect(await finding()).toMatchObject({ ...untaught, note: 'formats', candidates: [{}] });
    await jsonOf(call('DELETE', `/${other}`));
    expect(await finding()).toMatchObject({ finding: 'match' });
    await jsonOf(call('DELETE', `/${format}`));
    expect((await call('DELETE', `/${format}`)).statusCode).toBe(404);
    await readSettlements(t.ctx, () => Promise.reject(new Error('read again')));
    expect(await documents.list('settlements', t.employee)).toMatchObject([stated]);
  });

  test('a file of the release before is read by the task', async () => {
    const id = await drop();
    const { drop_file_id } = await add(id, 'a.pdf', await pdfWithPages([page]));
    await teach();
    await changeRows(t, 'settlement_drop_files', { drop_file_id }, { page_text: null });
    expect((await look(id)).files).toMatchObject([{ note: 'waiting', user_id: null }]);
    await readSettlements(t.ctx);
    expect((await look(id)).files).toMatchObject([{ finding: 'match', ...stated }]);
  });

  test('refuse what says no place, and one too many', async () => {
    const { payee } = usualFormat;
    for (const [wrong, field] of [
      [{ payee: { is: 'name' } }, 'payee.label'],
      [{ payee: { ...payee, file_name_part: 2 } }, 'payee.label'],
      [{ payee: { label: 'Driver:', is: 'name' } }, 'payee.place'],
      [{ payee: { ...payee, is: 'nickname' } }, 'payee.is'],
      [{ payee: { file_name_part: 0, is: 'name' } }, 'payee.file_name_part'],
      [{ net_pay: { label: 'Net pay', place: 'column' } }, 'net_pay.part'],
      [{ period: 'right' }, 'period'],
    ] as const) {
      const response = await call('POST', '', { ...usualFormat, ...wrong });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
    }
    const row = { payee: JSON.stringify(payee), created_at: '2026-11-01T00:00:00.000Z' };
    const many = Array.from({ length: maxFormats }, (_, at) => ({ ...row, name: `${at}` }));
    await t.ctx.db.insertInto('settlement_formats').values(many).execute();
    const error = `There are ${maxFormats} formats already. Delete one first.`;
    expect(errorOf(await call('POST', '', usualFormat))).toEqual([409, error]);
  });
});
