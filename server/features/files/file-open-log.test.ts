import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { documentsEvent } from '#contract/documents.ts';
import { badgesEvent } from '#contract/portal.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import { liveUpdates } from '../../../tests/harness/documents.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { ownedFilesOf } from '../../../tests/harness/owned-files.ts';
import { FileOpenLog } from './file-open-log.ts';

onBothDatabases('the file open log', (engine) => {
  let t: TestApp;
  let other: TestPerson;
  let fileId: number;
  let key: string;
  const files = ownedFilesOf(() => t);

  beforeAll(async () => {
    t = await startApp(engine);
    other = await t.person('otto', 'employee');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    fileId = await files.give('training', [t.employee, other]);
    key = await files.keyOf(fileId);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const receipts = () =>
    t.ctx.db
      .selectFrom('document_receipts')
      .select(['user_id', 'revision', 'delivered_at', 'opened_at'])
      .where('file_id', '=', fileId)
      .where('opened_at', 'is not', null)
      .orderBy('revision')
      .orderBy('user_id')
      .execute();
  const audited = async () => {
    const audit = t.ctx.db.selectFrom('audit').select('user_id').orderBy('id');
    const rows = audit.where('action', '=', 'file.open').where('target_id', '=', key);
    return (await rows.execute()).map((row) => row.user_id);
  };

  test('the first bytes record one receipt per person and revision; HEAD and a failed range record none', async () => {
    const url = await files.link(key, t.employee);
    await t.app.inject({ method: 'HEAD', url });
    await t.app.inject({ url, headers: { range: 'bytes=99999999-' } });
    expect([await receipts(), await audited()]).toEqual([[], []]);
    await t.app.inject({ url, headers: { range: 'bytes=5-9' } });
    const [receipt, ...more] = await receipts();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ user_id: t.employee.userId, revision: 1 });
    expect(receipt?.delivered_at).not.toBeNull();
    await t.app.inject({ url, headers: { range: 'bytes=10-' } });
    await t.app.inject({ url });
    expect(await receipts()).toEqual([receipt]);
    expect(await audited()).toEqual([t.employee.userId, t.employee.userId]);
  });

  test('a first request that skips byte 0 is an opening for every reader, its later parts are not (SEC34)', async () => {
    const url = await files.link(key, t.admin);
    await t.app.inject({ url, headers: { range: 'bytes=1-' } });
    expect(await audited()).toEqual([t.admin.userId]);
    await t.app.inject({ url, headers: { range: 'bytes=7-' } });
    await t.app.inject({ url: await files.link(key, other), headers: { range: 'bytes=-5' } });
    await t.app.inject({ url: await files.link(key, other), headers: { range: 'bytes=9-' } });
    expect(await audited()).toEqual([t.admin.userId, other.userId]);
    expect(await receipts()).toMatchObject([{ user_id: other.userId }]);
  });

  test('a part requested after the link of the opening has expired is a new opening, without a new receipt', async () => {
    const at = new Date(Date.now() - 6 * 60_000).toISOString();
    const target = { target_kind: 'file', target_id: key, label: 'a.pdf', detail: '{}' };
    const entry = { ...target, at, user_id: t.admin.userId, ip: '', action: 'file.open' };
    await t.ctx.db.insertInto('audit').values(entry).execute();
    const url = await files.link(key, t.admin);
    await t.app.inject({ url, headers: { range: 'bytes=1-' } });
    expect([await receipts(), await audited()]).toEqual([[], [t.admin.userId, t.admin.userId]]);
  });

  test('keeps the time of delivery', async () => {
    const { db } = t.ctx;
    const delivered_at = '2026-01-02T03:04:05.000Z';
    await db
      .insertInto('document_receipts')
      .values({ file_id: fileId, revision: 1, user_id: other.userId, delivered_at })
      .onConflict((conflict) =>
        conflict.columns(['file_id', 'revision', 'user_id']).doUpdateSet({ delivered_at }),
      )
      .execute();
    await t.app.inject({ url: await files.link(key, other) });
    expect(await receipts()).toMatchObject([{ user_id: other.userId, delivered_at }]);
  });

  test('records an audit entry but no receipt for an unassigned admin', async () => {
    await t.app.inject({ url: await files.link(key, t.admin) });
    expect([await receipts(), await audited()]).toEqual([[], [t.admin.userId]]);
  });

  test('records a new receipt after a replacement and keeps the old one', async () => {
    await t.app.inject({ url: await files.link(key, t.employee) });
    const [first] = await receipts();
    await files.change('training', fileId, [t.employee], pdfOf('two'));
    expect(await receipts()).toEqual([first]);
    await t.app.inject({ url: await files.link(await files.keyOf(fileId), t.employee) });
    expect(await receipts()).toMatchObject([first, { revision: 2 }]);
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
    const response = await t.app.inject({ url: await files.link(key, t.employee) });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('another content');
    expect(await receipts()).toMatchObject([{ revision: 1 }]);
  });

  test('a download during a deletion is complete and audited', async () => {
    meanwhile(() => files.remove('training', fileId));
    const response = await t.app.inject({ url: await files.link(key, t.employee) });
    expect(response.body).toContain('%%EOF');
    expect([await receipts(), await audited()]).toEqual([[], [t.employee.userId]]);
  });

  test('open pages are updated after the first opening only', async () => {
    const url = await files.link(key, t.employee);
    const ofAdmin = await files.link(key, t.admin);
    const updates = await liveUpdates(t, async () => {
      for (const link of [url, url, ofAdmin]) await t.app.inject({ url: link });
    });
    expect(updates).toEqual({
      users: [documentsEvent, badgesEvent].map((event) => [[t.employee.userId], event]),
      admins: [documentsEvent],
    });
  });

  test('simultaneous openings share a transaction and are stored before their bytes are sent', async () => {
    const links = await Promise.all([files.link(key, t.employee), files.link(key, other)]);
    const transaction = vi.spyOn(t.ctx.db, 'transaction');
    const many = Array.from({ length: 20 }, (_, index) => String(links[index % 2]));
    const seen = await Promise.all(
      many.map(async (url) => {
        expect((await t.app.inject({ url })).statusCode).toBe(200);
        return (await audited()).length;
      }),
    );
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(transaction.mock.calls.length).toBeLessThan(20);
    expect((await audited()).length).toBe(20);
    expect((await receipts()).length).toBe(2);
  });

  test('a failure is logged and does not stop the download', async () => {
    const url = await files.link(key, t.employee);
    const error = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined);
    vi.spyOn(t.ctx.db, 'transaction').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    expect((await t.app.inject({ url })).statusCode).toBe(200);
    expect(error).toHaveBeenCalledOnce();
  });

  test('an opening that cannot be stored does not fail others', async () => {
    const error = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined);
    const openings = new FileOpenLog(t.ctx);
    const opening = {
      key,
      name: 'a.pdf',
      userId: t.employee.userId,
      ip: '',
      given: { fileId, revision: 1, isOpened: false },
    };
    const impossible = { ...opening, userId: 2_000_000_000 };
    await Promise.all([openings.note(impossible), openings.note(opening)]);
    expect(await audited()).toEqual([t.employee.userId]);
    expect((await receipts()).length).toBe(1);
    expect(error).toHaveBeenCalledOnce();
  });
});

sqliteOnly.test('stores waiting openings when the server closes', async () => {
  const t = await startApp('sqlite');
  const files = ownedFilesOf(() => t);
  const key = await files.keyOf(await files.give('reports', [t.employee]));
  const response = t.app.inject({ url: await files.link(key, t.employee) });
  await t.app.close();
  expect((await response).statusCode).toBe(200);
  const opened = t.ctx.db.selectFrom('document_receipts').select('opened_at');
  expect((await opened.executeTakeFirst())?.opened_at).toEqual(expect.any(String));
  await t.close();
});
