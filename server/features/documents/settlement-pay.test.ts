import { beforeAll, expect, test } from 'vitest';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { readSettlements } from '../settlement-drops/settlement-reading.ts';

const typed = { net_pay: 1800.5, period_from: '2026-11-01', period_to: '2026-11-07' };

onBothWhenFull('the pay of a settlement', (engine) => {
  const t = suiteApp(engine);
  const documents = documentsOf(() => t);
  beforeAll(async () => {
    await employeeOf(t, t.employee.userId, { first_name: 'Emil', last_name: 'Novotny' });
    await dropsOf(() => t).teach();
  });

  const put = (id: number, body: object, by = t.admin) =>
    send(t, 'PUT', `/api/settlements/files/${id}/pay`, by, body);
  const one = (id: number, by?: typeof t.admin) => documents.one('settlements', id, by);
  const added = () => documents.document('settlements', { user_ids: [t.employee.userId] });
  const read = () => readSettlements(t.ctx);

  test('is what the office types, also after the file is read', async () => {
    const id = await added();
    const { version } = await one(id);
    expect((await put(id, { ...typed, version })).json()).toEqual({
      message: 'Net pay and period saved.',
    });
    await read();
    for (const by of [t.admin, t.employee]) expect(await one(id, by)).toMatchObject(typed);
    // What isn't sent stays; what is cleared goes.
    expect((await put(id, { net_pay: null })).statusCode).toBe(200);
    expect(await one(id)).toMatchObject({ ...typed, net_pay: null });
    const { detail } = (await documents.audits('document', id)).at(-1) ?? {};
    expect(detail).toEqual({ kind: 'settlements', changed: ['net_pay'] });
  });

  test('may be below 0, and what is typed first leaves the rest to the reading', async () => {
    const page = 'Driver: Emil Novotny\nNet pay: -$12.50\nPay period: 11/08/2026 - 11/14/2026';
    const people = { user_ids: [t.employee.userId] };
    const file = await pdfWithPages([page]);
    const added = async () =>
      (await documents.upload('settlements', people, file)).json().file_id as number;
    const id = await added();
    const period = { period_from: '2026-11-08', period_to: '2026-11-14' };
    await put(id, { net_pay: -20.25 });
    await read();
    expect(await one(id)).toMatchObject({ net_pay: -20.25, ...period });
    // What the office clears after the reading stays so.
    await put(id, { net_pay: null });
    await read();
    expect(await one(id)).toMatchObject({ net_pay: null, ...period });
    const other = await added();
    await read();
    expect(await one(other)).toMatchObject({ net_pay: -12.5, ...period });
  });

  test('is read anew from a replacement', async () => {
    const id = await added();
    await put(id, typed);
    const people = { user_ids: [t.employee.userId] };
    const page = 'Driver: Emil Novotny\nNet pay: $77.00\nPay period: 11/08/2026 - 11/14/2026';
    await documents.update('settlements', id, people, await pdfWithPages([page]));
    expect(await one(id)).toMatchObject({ net_pay: null, period_from: null });
    await read();
    const stated = { net_pay: 77, period_from: '2026-11-08', period_to: '2026-11-14' };
    expect(await one(id)).toMatchObject(stated);
  });

  test.each([
    [{ period_from: '2026-11-01' }, 'period_to'],
    [{ period_from: '2026-11-07', period_to: '2026-11-01' }, 'period_to'],
    [{ period_from: '2026-11-01', period_to: '2026-12-06' }, 'period_to'],
  ])('%j is 400', async (body, field) => {
    const id = await added();
    const response = await put(id, body);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
    expect(await one(id)).toMatchObject({ net_pay: null, period_from: null, version: 1 });
  });

  test('belongs to settlements', async () => {
    const other = await documents.document('training', { user_ids: [t.employee.userId] });
    expect(errorOf(await put(other, typed))[0]).toBe(404);
  });
});
