import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { settlementsReadAgain } from '#server/database/migrations/034-settlements-read-again.ts';
import { expectUnchanged } from '../../../tests/fixtures/state-snapshot.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { replyOf } from '../../../tests/harness/documents.ts';
import { dropsOf } from '../../../tests/harness/drops.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { ownedFilesOf } from '../../../tests/harness/owned-files.ts';
import { endlessPdf, pdfBomb, pdfWithPages } from '../../../tests/harness/pdf-pages.ts';
import { openPageReader, type SettlementRequest } from './page-text.ts';
import { sweepDrops } from './settlement-drops.service.ts';
import { readSettlements } from './settlement-reading.ts';

const gone = { code: 'not_found', error: 'Someone else published or discarded this drop.' };
const goneFile = {
  code: 'conflict',
  error: 'One of these files is no longer in this drop. Review it again.',
};
const goneUser = {
  code: 'validation_failed',
  error: 'One of the chosen people no longer has an open account. Choose again.',
};

onBothDatabases('settlement drops', (engine) => {
  let t: TestApp;
  let drivers: Record<'emil' | 'sean' | 'john' | 'jane' | 'twin', TestPerson>;
  let other: TestPerson;
  const { drop, send, add, call, remove, publish, look, documents } = dropsOf(() => t);
  const { notices, stored, upload } = documents;

  beforeAll(async () => {
    t = await startApp(engine);
    other = await t.person('olga', 'admin');
    const driver = async (
      username: string,
      first_name: string,
      last_name: string,
      payroll_number = '',
    ) => {
      const person = username === 'emil' ? t.employee : await t.person(username, 'employee');
      const id = await employeeOf(t, person.userId, { first_name, last_name });
      const employees = t.ctx.db.updateTable('employees').set({ payroll_number });
      await employees.where('employee_id', '=', id).execute();
      return person;
    };
    drivers = {
      emil: await driver('emil', 'Emil', 'Novotný', '1042'),
      sean: await driver('sean', 'Seán', "O'Brien", 'PR-77'),
      john: await driver('john', 'John', 'Smith', '20415'),
      jane: await driver('jane', 'Jane', 'Smith'),
      twin: await driver('twin', 'John', 'Smith', '20416'),
    };
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    const { db, storage } = t.ctx;
    for await (const { key } of storage.list()) await storage.remove(key);
    for (const table of [
      'settlement_drop_files',
      'settlement_drops',
      'documents',
      'objects',
      'notification_recipients',
    ] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const settlementsOf = (person?: TestPerson) => documents.list('settlements', person);
  const presign = async (path: string, by: TestPerson) => {
    const query = new URLSearchParams({ path });
    const url = `/api/settlements/presigned-get?${query}`;
    return (await documents.call('GET', url, by)).statusCode;
  };
  const entryFor = ({ drop_file_id }: { drop_file_id: number }, driver = drivers.emil) => ({
    drop_file_id,
    user_id: driver.userId,
  });
  /** The number of settlements and of unpublished files; expects bytes for each. */
  const counts = async () => {
    const published = (await settlementsOf()).length;
    const waiting = (await t.ctx.db.selectFrom('settlement_drop_files').selectAll().execute())
      .length;
    expect(await stored()).toHaveLength(published + waiting);
    return { published, waiting };
  };

  test('matches twenty settlements, publishes the reviewed ones and notifies each driver once', async () => {
    const id = await drop();
    const names: [name: string, page: string][] = [
      ['20415.pdf', 'Week 1'],
      ['scan9.pdf', 'Payroll No: 20416\nJohn Smith'],
      ['John Smith.pdf', 'Week 1'],
      ['Smith.pdf', 'Week 2'],
      ['scan10.pdf', 'Driver: J. Smith'],
      ['Emil Novotny.pdf', "Sean O'Brien"],
      ['scan11.pdf', 'Week 3'],
    ];
    for (let n = 0; n < 8; n += 1) names.push([`Novotny Emil week ${n + 1}.pdf`, `Week ${n + 1}`]);
    for (let n = 0; n < 5; n += 1) {
      names.push([
        `scan000${n}.pdf`,
        `Settlement ${n}\nDriver: O'Brien, Sean\nLoads 12, $1,042.00`,
      ]);
    }
    for (const [name, page] of names) await add(id, name, page);

    const { files, ...rest } = await look(id);
    expect(rest).toEqual({ drop_id: id, created_at: expect.any(String), made_by: 'anna' });
    expect(files.map(({ finding }) => finding)).toEqual([
      ...Array(4).fill('doubt'),
      'none',
      ...Array(15).fill('match'),
    ]);
    const { emil, sean, john, jane, twin } = drivers;
    const found = (name: string) => files.find(({ file_name }) => file_name === name);
    const smith = { name: 'John Smith', reasons: ['nameInName'] };
    expect(found('John Smith.pdf')).toMatchObject({
      finding: 'doubt',
      note: 'several',
      user_id: null,
      candidates: [
        { ...smith, user_id: john.userId },
        { ...smith, user_id: twin.userId },
      ],
    });
    expect(found('Smith.pdf')).toMatchObject({ finding: 'doubt', note: 'weak', user_id: null });
    expect(found('Smith.pdf')?.candidates).toHaveLength(3);
    expect(found('Emil Novotny.pdf')).toMatchObject({ finding: 'doubt', note: 'contradiction' });
    const scan = found('scan11.pdf');
    expect(scan).toMatchObject({ finding: 'none', note: 'none', candidates: [] });
    expect(found('20415.pdf')).toMatchObject({ finding: 'match', user_id: john.userId });
    expect(found('scan9.pdf')).toMatchObject({ finding: 'match', user_id: twin.userId });
    expect((await call('GET', '')).json()).toEqual([{ ...rest, waiting: 20 }]);

    // Only admins see it before it is published.
    expect([await settlementsOf(emil), await notices(emil)]).toEqual([[], []]);
    const path = files[0]?.file_path ?? '';
    expect([await presign(path, emil), await presign(path, t.admin)]).toEqual([404, 200]);

    const entries = files
      .filter(({ finding }) => finding === 'match')
      .map(({ drop_file_id, user_id }) => ({ drop_file_id, user_id: Number(user_id) }));
    const toJane = { drop_file_id: scan?.drop_file_id ?? 0, user_id: jane.userId };
    const response = await publish(id, [...entries, { ...toJane, file_name: 'Week 3.pdf' }]);
    expect(replyOf(response)).toEqual([
      200,
      { message: '16 settlements were published.', published: 16 },
    ]);
    expect([(await settlementsOf(emil)).length, (await settlementsOf(sean)).length]).toEqual([
      8, 5,
    ]);
    expect(await notices(emil)).toEqual(['8 new settlements. Find them under Settlements.']);
    const [ofJane, ...more] = await settlementsOf(jane);
    const expected = { file_name: 'Week 3.pdf', assigned_user_ids: [jane.userId], revision: 1 };
    expect([ofJane, more]).toMatchObject([expected, []]);
    expect(await notices(jane)).toEqual([expect.stringContaining('Week 3.pdf')]);
    expect(await notices(john)).toEqual([expect.stringContaining('20415.pdf')]);
    const published = ofJane?.file_path ?? '';
    expect([await presign(published, jane), await presign(published, john)]).toEqual([200, 404]);

    // The rest waits, also after a restart.
    const restarted = await buildApp(t.ctx, null);
    const url = `/api/settlements/drops/${id}`;
    const left = await restarted.inject({ url, headers: other.headers });
    await restarted.close();
    expect(left.json().files).toHaveLength(4);
    const last = left.json().files.map((file: { drop_file_id: number }) => entryFor(file, john));
    expect((await publish(id, last, other)).json().published).toBe(4);
    expect((await call('GET', `/${id}`)).json()).toMatchObject(gone);
    expect((await call('GET', '')).json()).toEqual([]);
    expect(await counts()).toEqual({ published: 20, waiting: 0 });
  });

  test('audits each step without names', async () => {
    const id = await drop();
    const one = await add(id, 'Emil Novotny.pdf');
    await remove((await add(id, 'Seán O’Brien.pdf')).drop_file_id);
    await publish(id, [entryFor(one)]);
    const discarded = await drop();
    await call('DELETE', `/${discarded}`);
    const lines = [
      ...(await documents.audits('settlement-drop', id)),
      ...(await documents.audits('settlement-drop', discarded)),
    ];
    expect(lines.map(({ action }) => action)).toEqual(
      ['create', 'add', 'add', 'remove', 'publish', 'create', 'delete'].map(
        (verb) => `settlement-drop.${verb}`,
      ),
    );
    expect(lines.every(({ user_id }) => user_id === t.admin.userId)).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/novotn|brien/i);
  });

  test('two admins who publish at the same time publish a file once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await drop();
      const [a, b, c] = [await add(id, 'a.pdf'), await add(id, 'b.pdf'), await add(id, 'c.pdf')];
      const before = await counts();
      const responses = await Promise.all([
        publish(id, [entryFor(a), entryFor(b)]),
        publish(id, [entryFor(b), entryFor(c)], other),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject(
        goneFile,
      );
      expect((await counts()).published - before.published).toBe(2);
      expect((await look(id)).files).toHaveLength(1);
    }
    expect(await notices(drivers.emil)).toHaveLength(3);
  });

  test('each call runs once per key; returns 422 for another body', async () => {
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const [opening, adding, publishing] = [keyed(), keyed(), keyed()];
    const opened = await Promise.all(
      [1, 2].map(() => call('POST', '', t.admin, undefined, opening)),
    );
    expect(new Set(opened.map((response) => response.json().drop_id)).size).toBe(1);
    const id = opened[0]?.json().drop_id;

    const page = await pdfWithPages(['Emil Novotny']);
    const first = await send(id, 'a.pdf', page, adding);
    const added = await Promise.all([1, 2].map(() => send(id, 'a.pdf', page, adding)));
    for (const { body } of added) expect(body).toBe(first.body);
    const { files } = await look(id);
    expect(files).toHaveLength(1);
    expect((await send(id, 'b.pdf', page, adding)).statusCode).toBe(422);
    expect(await stored()).toEqual([files[0]?.file_path]);

    const entries = files.map((file) => entryFor(file));
    const published = [
      ...(await Promise.all([1, 2].map(() => publish(id, entries, t.admin, publishing)))),
      await publish(id, entries, t.admin, publishing),
    ];
    expect(published.map(replyOf)).toEqual(
      Array(3).fill([200, { message: '1 settlement was published.', published: 1 }]),
    );
    expect(await settlementsOf(drivers.emil)).toHaveLength(1);
    expect(await notices(drivers.emil)).toHaveLength(1);
    expect((await publish(id, entries)).json()).toMatchObject(gone);
  });

  test('one invalid entry publishes nothing', async () => {
    const id = await drop();
    const [right, removed] = [await add(id, 'a.pdf'), await add(id, 'b.pdf')].map((file) =>
      entryFor(file),
    );
    const elsewhere = entryFor(await add(await drop(), 'c.pdf'));
    if (!right || !removed) throw new Error('two files');
    await remove(removed.drop_file_id);
    const closed = await t.person(`closed-${randomUUID()}`, 'employee');
    await documents.closeAccount(closed);
    await expectUnchanged(t, async () => {
      for (const [wrong, status, body] of [
        [elsewhere, 409, goneFile],
        [removed, 409, goneFile],
        [{ ...elsewhere, user_id: closed.userId }, 400, goneUser],
        [{ ...elsewhere, user_id: 2_000_000_000 }, 400, goneUser],
        [
          right,
          400,
          { code: 'validation_failed', error: 'The same file is named twice. Name it once.' },
        ],
      ] as const) {
        expect(replyOf(await publish(id, [right, wrong]))).toMatchObject([status, body]);
      }
      const fields = { entries: 'Choose a driver for at least one file.' };
      expect((await publish(id, [])).json().fields).toEqual(fields);
    });
    expect((await publish(id, [right])).statusCode).toBe(200);
  });

  test('a file that is in the drop or published already needs a review', async () => {
    const page = await pdfWithPages(['Emil Novotny']);
    const id = await drop();
    const first = await add(id, 'Emil Novotny.pdf', page);
    expect(first).toMatchObject({ finding: 'match', note: null });
    const duplicate = { finding: 'doubt', note: 'duplicate', user_id: null };
    const candidates = [{ user_id: drivers.emil.userId, name: 'Emil Novotný' }];
    const again = { ...duplicate, candidates };
    expect(await add(id, 'Emil Novotny again.pdf', page)).toMatchObject(again);
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject({ finding: 'match' });
    await publish(id, [entryFor(first)]);
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject(again);

    const unnamed = await pdfWithPages(['Week 45']);
    expect(await add(id, 'scan.pdf', unnamed)).toMatchObject({ finding: 'none', note: 'none' });
    const { drop_file_id } = await add(id, 'scan again.pdf', unnamed);
    const file = (await look(id)).files.find((one) => one.drop_file_id === drop_file_id);
    expect(file).toMatchObject({ ...duplicate, candidates: [] });
    // Lists may have camelCase keys too.
    const entries = [{ dropFileId: drop_file_id, userId: drivers.emil.userId }];
    const response = await call('POST', `/${id}/publish`, t.admin, { entries });
    expect([response.statusCode, response.json().published]).toEqual([200, 1]);
  });

  test('removed and discarded files leave no rows and no bytes', async () => {
    const id = await drop();
    const [one, two] = [await add(id, 'a.pdf'), await add(id, 'b.pdf')];
    expect(replyOf(await remove(one.drop_file_id))).toEqual([200, { message: 'File removed.' }]);
    expect(await stored()).toEqual([two.file_path]);
    expect((await remove(one.drop_file_id)).statusCode).toBe(404);
    const discarded = await call('DELETE', `/${id}`, other);
    expect(discarded.json()).toEqual({ message: 'Drop discarded. Nothing was published.' });
    for (const response of [
      await call('DELETE', `/${id}`),
      await call('GET', `/${id}`),
      await send(id, 'c.pdf'),
      await publish(id, [entryFor(two)]),
    ]) {
      expect(replyOf(response)).toEqual([404, gone]);
    }
    expect(await counts()).toEqual({ published: 0, waiting: 0 });
  });

  test('of a simultaneous discard and publication exactly one succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await drop();
      const file = await add(id, 'a.pdf');
      const before = await counts();
      const [published, discarded] = await Promise.all([
        publish(id, [entryFor(file)]),
        call('DELETE', `/${id}`, other),
      ]);
      const isPublished = published.statusCode === 200;
      expect(discarded.statusCode).toBe(isPublished ? 404 : 200);
      expect((await counts()).published - before.published).toBe(isPublished ? 1 : 0);
      expect((await stored()).includes(file.file_path)).toBe(isPublished);
    }
  });

  test('an unreadable or slow page is matched by its file name', async () => {
    const id = await drop();
    const unreadable = { finding: 'none', note: 'unreadable', user_id: null };
    for (const bytes of [
      Buffer.from('%PDF-1.7\nbroken\n%%EOF\n'),
      await pdfWithPages(['Emil Novotny'], { userPassword: 'secret' }),
    ]) {
      expect(await add(id, 'scan.pdf', bytes)).toMatchObject(unreadable);
    }
    const [endless, next] = await Promise.all([
      add(id, 'scan3.pdf', endlessPdf()),
      add(id, 'scan4.pdf', 'Emil Novotny'),
    ]);
    expect(endless).toMatchObject({ ...unreadable, note: 'slow' });
    expect(next).toMatchObject({ finding: 'match', note: null });
    const blank = await add(id, 'Emil Novotny.pdf', await pdfWithPages(['']));
    expect(blank).toMatchObject({ finding: 'match', note: 'unreadable' });
    const long = Array.from({ length: 300 }, (_, page) => `Page ${page}\nDriver: Emil Novotny`);
    expect(await add(id, 'scan5.pdf', await pdfWithPages(long))).toMatchObject({
      finding: 'match',
      candidates: [{ reasons: ['nameOnPage'] }],
    });
    expect((await send(id, 'Emil Novotny.pdf', Buffer.from('no PDF'))).statusCode).toBe(415);
  }, 60_000);

  test('a drop accepts at most five hundred files', async () => {
    const id = await drop();
    await add(id, 'a.pdf');
    const { db } = t.ctx;
    const row = await db.selectFrom('settlement_drop_files').selectAll().executeTakeFirstOrThrow();
    const object = await db.selectFrom('objects').selectAll().executeTakeFirstOrThrow();
    const { drop_file_id: _, ...file } = row;
    await db.transaction().execute(async (tx) => {
      for (let n = 1; n < 500; n += 1) {
        const key = `settlements/${randomUUID()}.pdf`;
        await tx
          .insertInto('objects')
          .values({ ...object, key })
          .execute();
        await tx
          .insertInto('settlement_drop_files')
          .values({ ...file, object_key: key })
          .execute();
      }
    });
    const error = 'A drop takes at most 500 files. Publish these first.';
    expect(replyOf(await send(id, 'b.pdf'))).toEqual([409, { code: 'conflict', error }]);
    const entries = (await look(id)).files.map((one) => entryFor(one));
    expect((await publish(id, entries)).json().published).toBe(500);
    expect(await settlementsOf()).toHaveLength(500);
  }, 60_000);

  test('a closed account is no longer a candidate', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    await employeeOf(t, leaver.userId, { first_name: 'Lea', last_name: 'Leaver' });
    const id = await drop();
    expect(await add(id, 'Lea Leaver.pdf')).toMatchObject({ finding: 'match' });
    await documents.closeAccount(leaver);
    const none = { finding: 'none', user_id: null, candidates: [] };
    expect((await look(id)).files).toMatchObject([none]);
  });

  test('sweeps an empty drop after thirty days, never one with files', async () => {
    const [empty, full, young] = [await drop(), await drop(), await drop()];
    await add(full, 'a.pdf');
    const statuses: number[] = [];
    for (const [id, days] of [
      [empty, 31],
      [full, 31],
      [young, 29],
    ] as const) {
      const created_at = new Date(Date.now() - days * 86_400_000).toISOString();
      const drops = t.ctx.db.updateTable('settlement_drops').set({ created_at });
      await drops.where('drop_id', '=', id).execute();
      await sweepDrops(t.ctx);
      statuses.push((await call('GET', `/${id}`)).statusCode);
    }
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('lists the net pay of settlements, dropped or uploaded', async () => {
    const { emil } = drivers;
    const amounts = async (by?: TestPerson) =>
      (await settlementsOf(by)).map(({ net_pay }) => net_pay);
    const id = await drop();
    const file = await add(id, 'Emil Novotny.pdf', 'Gross $10.00\nNet pay: $1,234.50');
    await publish(id, [entryFor(file)]);
    expect(await amounts(emil)).toEqual([1234.5]);
    for (const bytes of [
      await pdfWithPages(['Loads of the week', 'Amount paid $99.99']),
      await pdfWithPages(['Net pay $1.00', 'Net pay $2.00']),
      pdfOf('no text', 2_000),
    ]) {
      await upload('settlements', { user_ids: [emil.userId] }, bytes);
    }
    expect(await amounts(emil)).toEqual([null, null, null, 1234.5]);
    const reader = openPageReader();
    await readSettlements(t.ctx, reader);
    for (const by of [emil, t.admin])
      expect(await amounts(by)).toEqual([null, null, 99.99, 1234.5]);
    await readSettlements(t.ctx, {
      ...reader,
      read: () => Promise.reject(new Error('read twice')),
    });
    await reader.close();
  });

  test('reads older settlements although a batch of newer ones fails', async () => {
    const { emil } = drivers;
    const id = await drop();
    const file = await add(id, 'Emil Novotny.pdf', 'Net pay: $77.00');
    await publish(id, [entryFor(file)]);
    // Not read when it was dropped.
    const unread = { period_read_at: null, page_read_at: null, net_pay_cents: null };
    await t.ctx.db.updateTable('document_revisions').set(unread).execute();
    for (let count = 0; count < 21; count += 1) {
      await upload('settlements', { user_ids: [emil.userId] }, pdfOf('no text', 2_000 + count));
    }
    const reader = openPageReader();
    const [oldest] = (await settlementsOf(emil)).slice(-1);
    const broken = {
      ...reader,
      read: (request: SettlementRequest) =>
        request.path.includes(`-${oldest?.file_id}-`)
          ? reader.read(request)
          : Promise.reject(new Error('unreadable')),
    };
    await expect(readSettlements(t.ctx, broken)).rejects.toThrow('unreadable');
    expect((await settlementsOf(emil)).at(-1)).toMatchObject({ net_pay: 77 });
    const waiting = () =>
      t.ctx.db
        .selectFrom('document_revisions')
        .select('file_id')
        .where('period_read_at', 'is', null)
        .execute();
    expect(await waiting()).toHaveLength(21);
    await readSettlements(t.ctx, reader);
    expect(await waiting()).toEqual([]);
    await reader.close();
  });

  test('gives up a settlement after two readings that were cut off, and tells the office', async () => {
    const { emil } = drivers;
    const id = await drop();
    const dropped = await add(id, 'Emil Novotny.pdf', pdfBomb());
    expect(dropped.note).toBe('slow');
    await publish(id, [entryFor(dropped)]);
    await upload('settlements', { user_ids: [emil.userId] }, pdfOf('kills the server', 2_000));
    const reader = openPageReader();
    onTestFinished(reader.close);
    const begun: number[] = [];
    const killed = {
      ...reader,
      read: async (request: SettlementRequest) => {
        const isBomb = statSync(request.path).size !== 2_000;
        if (isBomb) return reader.read(request);
        const attempts = t.ctx.db.selectFrom('document_revisions').select('reading_attempts');
        const row = await attempts.orderBy('file_id', 'desc').executeTakeFirstOrThrow();
        begun.push(row.reading_attempts);
        throw new Error('the server was killed');
      },
    };
    const list = async (by: TestPerson) =>
      (await settlementsOf(by)).map(({ unreadable }) => unreadable);
    for (const run of [1, 2]) {
      await expect(readSettlements(t.ctx, killed)).rejects.toThrow('killed');
      expect(begun).toHaveLength(run);
    }
    expect(await list(t.admin)).toEqual([false, true]);
    await readSettlements(t.ctx, killed);
    expect(begun).toEqual([1, 2]);
    expect(await list(t.admin)).toEqual([true, true]);
    expect(await list(emil)).toEqual([false, false]);
  });

  test('a file whose page names the driver as dispatcher only says what speaks against', async () => {
    const id = await drop();
    const page = 'Pay to: Tom Newman\nDispatcher: Emil Novotny\nLoad 20415';
    const file = await add(id, 'scan.pdf', page);
    expect(file).toMatchObject({ finding: 'doubt', note: 'weak', user_id: null });
    expect(file.candidates).toEqual([
      {
        user_id: drivers.emil.userId,
        name: 'Emil Novotný',
        reasons: ['nameOnPage'],
        against: ['role', 'payee'],
      },
      {
        user_id: drivers.john.userId,
        name: 'John Smith',
        reasons: ['payrollOnPage'],
        against: ['payee', 'label'],
      },
    ]);
    expect((await look(id)).files).toEqual([file]);
  });

  test('an upgrade reads settlements again, and asks about files that earlier rules matched', async () => {
    const { db } = t.ctx;
    const id = await drop();
    await add(id, 'Emil Novotny.pdf');
    await upload(
      'settlements',
      { user_ids: [drivers.emil.userId] },
      await pdfWithPages(['Net pay $2.00']),
    );
    await db
      .updateTable('document_revisions')
      .set({ net_pay_cents: 999, period_read_at: 'then' })
      .execute();
    for (const statement of settlementsReadAgain.up({ id: '', int8: '', strict: '' })) {
      await sql.raw(statement).execute(db);
    }
    const [file] = (await look(id)).files;
    expect(file).toMatchObject({ finding: 'doubt', note: 'weak', user_id: null });
    const reader = openPageReader();
    await readSettlements(t.ctx, reader);
    await reader.close();
    expect((await settlementsOf()).map(({ net_pay }) => net_pay)).toEqual([2]);
  });

  test('lists the period that settlements state, and names downloads after it and their driver', async () => {
    const { john, jane } = drivers;
    const stated = 'Pay period 11/01/2026 - 11/07/2026';
    const both = { user_ids: [john.userId, jane.userId] };
    await upload('settlements', { user_ids: [john.userId] }, await pdfWithPages([stated, 'One']));
    await upload('settlements', both, await pdfWithPages([stated, 'Two']));
    const reader = openPageReader();
    await readSettlements(t.ctx, reader);
    await reader.close();
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
    expect(await nameFor(single?.file_path)).toBe(of('John Smith'));
    expect(await nameFor(shared?.file_path, john)).toBe(of('John Smith'));
    // For an admin it isn't clear whose it is.
    expect(await nameFor(shared?.file_path)).not.toContain('2026-11-01');
  });
});
