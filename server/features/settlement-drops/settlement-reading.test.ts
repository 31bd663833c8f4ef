import { beforeAll, beforeEach, expect, test } from 'vitest';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { patientReading } from '#tests/harness/patient-reading.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { clearTables, rowsOf } from '#tests/records/stored.ts';
import { readSettlements } from './settlement-reading.ts';

onBothWhenFull('reading settlements', (engine) => {
  patientReading();
  const t = suiteApp(engine);
  const { teach } = dropsOf(() => t);
  const { list, upload } = documentsOf(() => t);
  let emil: TestPerson;
  beforeAll(async () => {
    emil = t.employee;
    await employeeOf(t, emil.userId);
    await teach({ period: null });
    await teach({ name: 'With a period', net_pay: null });
  });
  beforeEach(() => clearTables(t, 'documents'));

  const driver = 'Driver: Emil Novotny';
  const own = () => ({ user_ids: [emil.userId] });
  const settlementsOf = (person?: TestPerson) => list('settlements', person);

  test('lists the net pay that a format reads in settlements', async () => {
    const amounts = async (by?: TestPerson) =>
      (await settlementsOf(by)).map(({ net_pay }) => net_pay);
    for (const bytes of [
      await pdfWithPages([driver, 'Net pay: $99.99']),
      await pdfWithPages(['Driver: Tom Newman', 'Net pay: $5.00']),
      pdfOf('no text', 2_000),
    ]) {
      await upload('settlements', own(), bytes);
    }
    expect(await amounts(emil)).toEqual([null, null, null]);
    await readSettlements(t.ctx);
    for (const by of [emil, t.admin]) expect(await amounts(by)).toEqual([null, null, 99.99]);
    await readSettlements(t.ctx, () => Promise.reject(new Error('read twice')));
  });

  test('gives up a settlement after two readings that were cut off, and tells the office', async () => {
    await upload('settlements', own(), pdfOf('kills the server', 2_000));
    const begun: number[] = [];
    const killed = async () => {
      begun.push((await rowsOf(t, 'document_revisions'))[0]?.reading_attempts ?? 0);
      throw new Error('the server was killed');
    };
    const unreadable = async (by: TestPerson) =>
      (await settlementsOf(by)).map((settlement) => settlement.unreadable);
    for (const _ of [1, 2]) await expect(readSettlements(t.ctx, killed)).rejects.toThrow('killed');
    expect(await unreadable(t.admin)).toEqual([false]);
    await readSettlements(t.ctx, killed);
    // Counted before the reading, which may end the server.
    expect(begun).toEqual([1, 2]);
    expect(await unreadable(t.admin)).toEqual([true]);
    expect(await unreadable(emil)).toEqual([false]);
  });

  test('lists the period that settlements state, and names downloads after it and their driver', async () => {
    const other = await t.person('jane', 'employee');
    await employeeOf(t, other.userId, { first_name: 'Jane', last_name: 'Smith' });
    const stated = `${driver}\nPay period: 11/01/2026 - 11/07/2026`;
    const both = { user_ids: [emil.userId, other.userId] };
    await upload('settlements', own(), await pdfWithPages([stated, 'One']));
    await upload('settlements', both, await pdfWithPages([stated, 'Two']));
    await readSettlements(t.ctx);
    const [shared, single] = await settlementsOf(t.admin);
    for (const one of [shared, single]) {
      expect(one).toMatchObject({ period_from: '2026-11-01', period_to: '2026-11-07' });
    }
    const files = ownedFilesOf(() => t);
    const nameFor = async (key = '', by = t.admin) => {
      const { headers } = await t.app.inject({ url: await files.link(key, by) });
      return String(headers['content-disposition']);
    };
    const of = (name: string) => `inline; filename="${name} 2026-11-01 to 2026-11-07.pdf"`;
    expect(await nameFor(single?.file_path)).toBe(of('Emil Novotny'));
    expect(await nameFor(shared?.file_path, emil)).toBe(of('Emil Novotny'));
    // For an admin it isn't clear whose it is.
    expect(await nameFor(shared?.file_path)).not.toContain('2026-11-01');
  });
});
