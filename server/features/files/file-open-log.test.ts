import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startApp, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull, sqliteOnly } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('the file open log', (engine) => {
  const t = suiteApp(engine);
  let other: TestPerson;
  let fileId: number;
  let key: string;
  const files = ownedFilesOf(() => t);

  beforeAll(async () => {
    other = await t.person('otto', 'employee');
  });
  beforeEach(async () => {
    fileId = await files.give('training', [t.employee, other]);
    key = await files.keyOf(fileId);
  });

  const receipts = async () =>
    (await rowsOf(t, 'document_receipts', { file_id: fileId }, 'revision', 'user_id')).filter(
      (row) => row.opened_at !== null,
    );
  const audited = async () => {
    const rows = await rowsOf(t, 'audit', { action: 'file.open', target_id: key }, 'id');
    return rows.map(({ user_id }) => user_id);
  };
  const part = (url: string, range: string) => t.app.inject({ url, headers: { range } });

  test('the first bytes record one receipt per person and revision; HEAD and a failed range record none', async () => {
    const url = await files.link(key, t.employee);
    await t.app.inject({ method: 'HEAD', url });
    await part(url, 'bytes=99999999-');
    expect([await receipts(), await audited()]).toEqual([[], []]);
    await part(url, 'bytes=5-9');
    const [receipt, ...more] = await receipts();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ user_id: t.employee.userId, revision: 1 });
    expect(receipt?.delivered_at).not.toBeNull();
    await part(url, 'bytes=10-');
    await t.app.inject(url);
    expect(await receipts()).toEqual([receipt]);
    expect(await audited()).toEqual([t.employee.userId, t.employee.userId]);
  });

  test('a first request that skips byte 0 is an opening for every reader, its later parts are not (SEC34)', async () => {
    const url = await files.link(key, t.admin);
    await part(url, 'bytes=1-');
    expect(await audited()).toEqual([t.admin.userId]);
    await part(url, 'bytes=7-');
    await part(await files.link(key, other), 'bytes=-5');
    await part(await files.link(key, other), 'bytes=9-');
    expect(await audited()).toEqual([t.admin.userId, other.userId]);
    expect(await receipts()).toMatchObject([{ user_id: other.userId }]);
  });

  /** Runs `work` after the link was verified and before the opening is recorded. */
  function meanwhile(work: () => Promise<void>): void {
    const { storage } = t.ctx;
    const open = storage.open.bind(storage);
    vi.spyOn(storage, 'open').mockImplementationOnce(async (...asked) => {
      const bytes = await open(...asked);
      await work();
      return bytes;
    });
  }

  test('a download during a replacement records a receipt of the sent revision', async () => {
    meanwhile(() => files.change('training', fileId, [t.employee], pdfOf('another content')));
    const response = await t.app.inject(await files.link(key, t.employee));
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('another content');
    expect(await receipts()).toMatchObject([{ revision: 1 }]);
  });
});

sqliteOnly.test('stores waiting openings when the server closes', async () => {
  const t = await startApp('sqlite');
  const files = ownedFilesOf(() => t);
  const key = await files.keyOf(await files.give('reports', [t.employee]));
  const response = t.app.inject(await files.link(key, t.employee));
  await t.app.close();
  expect((await response).statusCode).toBe(200);
  const [receipt] = await rowsOf(t, 'document_receipts');
  expect(receipt?.opened_at).toEqual(expect.any(String));
  await t.close();
});
