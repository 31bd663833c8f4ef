import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import type { Drop } from '#contract/settlement-drops.ts';
import { buildApp } from '#server/app.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';
import { dropsOf } from '../../../tests/harness/drops.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { endlessPdf, pdfWithPages } from '../../../tests/harness/pdf-pages.ts';
import { readNetPay } from './net-pay-reading.ts';
import { openPageReader } from './page-text.ts';
import { sweepDrops } from './settlement-drops.service.ts';

const gone = { code: 'not_found', error: 'This drop was published or discarded in the meantime.' };
const goneFile = {
  code: 'conflict',
  error: 'One of these files is no longer in this drop. Look at it again.',
};
const goneUser = 'One of the chosen people has no open account any more. Choose again.';

onBothDatabases('settlement drops', (engine) => {
  let t: TestApp;
  let drivers: Record<'emil' | 'sean' | 'john' | 'jane' | 'twin', TestPerson>;
  let other: TestPerson;
  const { drop, send, add, call, remove, publish, look } = dropsOf(() => t);
  const { post, read } = documentsOf(() => t);

  beforeAll(async () => {
    t = await startApp(engine);
    other = await t.person('olga', 'admin');
    const driver = async (username: string, first: string, last: string, payroll = '') => {
      const person = username === 'emil' ? t.employee : await t.person(username, 'employee');
      const id = await employeeOf(t, person.userId, { first_name: first, last_name: last });
      await t.ctx.db
        .updateTable('employees')
        .set({ payroll_number: payroll })
        .where('employee_id', '=', id)
        .execute();
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
    await t.ctx.db.deleteFrom('settlement_drop_files').execute();
    await t.ctx.db.deleteFrom('settlement_drops').execute();
    await t.ctx.db.deleteFrom('documents').execute();
    await t.ctx.db.deleteFrom('objects').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
    await t.ctx.db.deleteFrom('notifications').execute();
  });

  const settlementsOf = (person: TestPerson) => read<Document[]>('/api/settlements/files', person);
  const noticesOf = async (person: TestPerson) =>
    (
      await read<{ notifications: { message: string }[] }>('/api/notifications', person)
    ).notifications.map((one) => one.message);
  const presign = (path: string, by: TestPerson) =>
    t.app.inject({
      url: `/api/settlements/presigned-get?path=${encodeURIComponent(path)}`,
      headers: by.headers,
    });
  const bytesKept = async () => {
    const keys: string[] = [];
    for await (const { key } of t.ctx.storage.list()) keys.push(key);
    return keys;
  };
  const isKept = async (key: string) => (await bytesKept()).includes(key);
  const counts = async () => {
    const count = async (table: 'documents' | 'settlement_drop_files' | 'objects') =>
      (await t.ctx.db.selectFrom(table).selectAll().execute()).length;
    return {
      documents: await count('documents'),
      waiting: await count('settlement_drop_files'),
      objects: await count('objects'),
    };
  };

  test('twenty settlements are matched, looked at, published, and each driver is told', async () => {
    const id = await drop();
    const names: [string, string][] = [
      ...Array.from({ length: 8 }, (_, n): [string, string] => [
        `Novotny Emil week ${n + 1}.pdf`,
        `Week ${n + 1}`,
      ]),
      ...Array.from({ length: 5 }, (_, n): [string, string] => [
        `scan000${n}.pdf`,
        `Settlement ${n}\nDriver: O'Brien, Sean\nLoads 12, $1,042.00`,
      ]),
      ['20415.pdf', 'Week 1'],
      ['scan9.pdf', 'Payroll No: 20416\nJohn Smith'],
      ['John Smith.pdf', 'Week 1'],
      ['Smith.pdf', 'Week 2'],
      ['scan10.pdf', 'Driver: J. Smith'],
      ['Emil Novotny.pdf', "Sean O'Brien"],
      ['scan11.pdf', 'Week 3'],
    ];
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
    expect(found('John Smith.pdf')).toMatchObject({
      finding: 'doubt',
      note: 'several',
      user_id: null,
      candidates: [
        { user_id: john.userId, name: 'John Smith', reasons: ['nameInName'] },
        { user_id: twin.userId, name: 'John Smith', reasons: ['nameInName'] },
      ],
    });
    expect(found('Smith.pdf')).toMatchObject({ finding: 'doubt', note: 'weak', user_id: null });
    expect(found('Smith.pdf')?.candidates).toHaveLength(3);
    expect(found('Emil Novotny.pdf')).toMatchObject({ finding: 'doubt', note: 'contradiction' });
    expect(found('scan11.pdf')).toMatchObject({ finding: 'none', note: 'none', candidates: [] });
    expect(found('20415.pdf')).toMatchObject({ finding: 'match', user_id: john.userId });
    expect(found('scan9.pdf')).toMatchObject({ finding: 'match', user_id: twin.userId });
    expect((await call('GET', '')).json()).toEqual([{ ...rest, waiting: 20 }]);

    // Nobody but admins knows of it before it is published.
    expect(await settlementsOf(emil)).toEqual([]);
    expect(await noticesOf(emil)).toEqual([]);
    const [first] = files;
    expect((await presign(first?.file_path ?? '', emil)).statusCode).toBe(404);
    expect((await presign(first?.file_path ?? '', t.admin)).statusCode).toBe(200);

    const ready = files.filter(({ finding }) => finding === 'match');
    const entries = ready.map(({ drop_file_id, user_id }) => ({
      drop_file_id,
      user_id: Number(user_id),
    }));
    const answer = await publish(id, [
      ...entries,
      {
        drop_file_id: found('scan11.pdf')?.drop_file_id ?? 0,
        user_id: jane.userId,
        file_name: 'Week 3.pdf',
      },
    ]);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: '16 settlements were published.', published: 16 },
    ]);
    expect(await settlementsOf(emil)).toHaveLength(8);
    expect(await settlementsOf(sean)).toHaveLength(5);
    expect(await noticesOf(emil)).toEqual(['8 new settlements. You find them under Settlements.']);
    expect(await settlementsOf(jane)).toMatchObject([
      { file_name: 'Week 3.pdf', assigned_user_ids: [jane.userId], revision: 1 },
    ]);
    expect(await noticesOf(jane)).toEqual([expect.stringContaining('Week 3.pdf')]);
    expect(await noticesOf(john)).toEqual([expect.stringContaining('20415.pdf')]);
    const [theirs] = await settlementsOf(jane);
    expect((await presign(theirs?.file_path ?? '', jane)).statusCode).toBe(200);
    expect((await presign(theirs?.file_path ?? '', john)).statusCode).toBe(404);

    // What is left waits, also for a server that starts anew.
    const again = await buildApp(t.ctx, null);
    const left = await again.inject({
      url: `/api/settlements/drops/${id}`,
      headers: other.headers,
    });
    await again.close();
    expect(left.json().files).toHaveLength(4);
    const rest4 = (left.json().files as { drop_file_id: number }[]).map(({ drop_file_id }) => ({
      drop_file_id,
      user_id: john.userId,
    }));
    expect((await publish(id, rest4, other)).json().published).toBe(4);
    expect((await call('GET', `/${id}`)).json()).toEqual(gone);
    expect((await call('GET', '')).json()).toEqual([]);
    expect(await counts()).toEqual({ documents: 20, waiting: 0, objects: 20 });
  });

  test('each step is on record, without names', async () => {
    const id = await drop();
    const one = await add(id, 'Emil Novotny.pdf');
    const two = await add(id, 'Seán O’Brien.pdf');
    await remove(two.drop_file_id);
    await publish(id, [{ drop_file_id: one.drop_file_id, user_id: drivers.emil.userId }]);
    const thrown = await drop();
    await call('DELETE', `/${thrown}`);
    const lines = await t.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('target_kind', '=', 'settlement-drop')
      .where('target_id', 'in', [String(id), String(thrown)])
      .orderBy('id')
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(
      ['create', 'add', 'add', 'remove', 'publish', 'create', 'delete'].map(
        (verb) => `settlement-drop.${verb}`,
      ),
    );
    expect(lines.every(({ user_id }) => user_id === t.admin.userId)).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/novotn|brien/i);
  });

  test('two admins who publish at the same moment publish it once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await drop();
      const files = [await add(id, 'a.pdf'), await add(id, 'b.pdf'), await add(id, 'c.pdf')];
      const [a, b, c] = files.map(({ drop_file_id }) => ({
        drop_file_id,
        user_id: drivers.emil.userId,
      }));
      if (!a || !b || !c) throw new Error('three files');
      const before = await counts();
      const answers = await Promise.all([publish(id, [a, b]), publish(id, [b, c], other)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual(goneFile);
      const after = await counts();
      expect(after.documents - before.documents).toBe(2);
      expect((await look(id)).files).toHaveLength(1);
    }
    expect(await noticesOf(drivers.emil)).toHaveLength(3);
  });

  test('a retry is answered as the first time; the same key for something else is 422', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const opened = await Promise.all([1, 2].map(() => call('POST', '', t.admin, undefined, key)));
    expect(new Set(opened.map((answer) => answer.json().drop_id)).size).toBe(1);
    const id = opened[0]?.json().drop_id;

    const page = await pdfWithPages(['Emil Novotny']);
    const adding = { 'idempotency-key': randomUUID() };
    const added = [
      await send(id, 'a.pdf', page, adding),
      ...(await Promise.all([1, 2].map(() => send(id, 'a.pdf', page, adding)))),
    ];
    expect(new Set(added.map(({ body }) => body)).size).toBe(1);
    expect((await look(id)).files).toHaveLength(1);
    expect((await send(id, 'b.pdf', page, adding)).statusCode).toBe(422);
    const kept = await bytesKept();
    expect(kept.filter((name) => name.startsWith('settlements/'))).toContain(
      added[0]?.json().file.file_path,
    );

    const entry = { drop_file_id: added[0]?.json().drop_file_id, user_id: drivers.emil.userId };
    const publishing = { 'idempotency-key': randomUUID() };
    const published = [
      ...(await Promise.all([1, 2].map(() => publish(id, [entry], t.admin, publishing)))),
      await publish(id, [entry], t.admin, publishing),
    ];
    expect(published.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array(3).fill([200, '{"message":"1 settlement was published.","published":1}']),
    );
    expect(await settlementsOf(drivers.emil)).toHaveLength(1);
    expect(await noticesOf(drivers.emil)).toHaveLength(1);
    expect((await publish(id, [entry])).json()).toEqual(gone);
  });

  test('one wrong entry, and nothing is published', async () => {
    const id = await drop();
    const [mine, out] = [await add(id, 'a.pdf'), await add(id, 'b.pdf')];
    const elsewhere = await add(await drop(), 'c.pdf');
    await remove(out.drop_file_id);
    const closed = await t.person(`closed-${randomUUID()}`, 'employee');
    const url = `/api/users/${closed.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    const right = { drop_file_id: mine.drop_file_id, user_id: drivers.emil.userId };
    const before = await counts();
    for (const [wrong, status, body] of [
      [{ ...right, drop_file_id: elsewhere.drop_file_id }, 409, goneFile],
      [{ ...right, drop_file_id: out.drop_file_id }, 409, goneFile],
      [
        { drop_file_id: elsewhere.drop_file_id, user_id: closed.userId },
        400,
        { code: 'validation_failed', error: goneUser },
      ],
      [
        { drop_file_id: elsewhere.drop_file_id, user_id: 2_000_000_000 },
        400,
        { code: 'validation_failed', error: goneUser },
      ],
      [
        right,
        400,
        { code: 'validation_failed', error: 'The same file is named twice. Name it once.' },
      ],
    ] as const) {
      const answer = await publish(id, [right, wrong]);
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json()).toMatchObject(body);
    }
    const empty = await publish(id, []);
    expect([empty.statusCode, empty.json().fields]).toEqual([
      400,
      { entries: 'Choose a driver for at least one file.' },
    ]);
    expect(await counts()).toEqual(before);
    expect(await noticesOf(drivers.emil)).toEqual([]);
    expect((await publish(id, [right])).statusCode).toBe(200);
  });

  test('the same bytes twice, here or published before, are looked at', async () => {
    const page = await pdfWithPages(['Emil Novotny']);
    const id = await drop();
    const first = await add(id, 'Emil Novotny.pdf', page);
    expect(first).toMatchObject({ finding: 'match', note: null });
    const twice = {
      finding: 'doubt',
      note: 'duplicate',
      user_id: null,
      candidates: [{ user_id: drivers.emil.userId, name: 'Emil Novotný' }],
    };
    expect(await add(id, 'Emil Novotny again.pdf', page)).toMatchObject(twice);
    // In another drop that nobody has published it may still be meant.
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject({ finding: 'match' });
    await publish(id, [{ drop_file_id: first.drop_file_id, user_id: drivers.emil.userId }]);
    expect(await add(await drop(), 'Emil Novotny.pdf', page)).toMatchObject(twice);
  });

  test('the same file twice is looked at, also where it names nobody', async () => {
    const id = await drop();
    const page = await pdfWithPages(['For whoever drove']);
    expect(await add(id, 'scan.pdf', page)).toMatchObject({ finding: 'none', note: 'none' });
    const again = { finding: 'doubt', note: 'duplicate', candidates: [] };
    const { drop_file_id } = await add(id, 'scan again.pdf', page);
    const { files } = (await call('GET', `/${id}`)).json() as Drop;
    expect(files.find((file) => file.drop_file_id === drop_file_id)).toMatchObject(again);
    // Keys may be spelt as a browser's code does, in lists too.
    const entries = [{ dropFileId: drop_file_id, userId: drivers.emil.userId }];
    const answer = await call('POST', `/${id}/publish`, t.admin, { entries });
    expect([answer.statusCode, answer.json().published]).toEqual([200, 1]);
  });

  test('what is taken out or discarded leaves nothing', async () => {
    const id = await drop();
    const [one, two] = [await add(id, 'a.pdf'), await add(id, 'b.pdf')];
    expect(await isKept(one.file_path)).toBe(true);
    const removed = await remove(one.drop_file_id);
    expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'File removed.' }]);
    expect(await isKept(one.file_path)).toBe(false);
    expect((await remove(one.drop_file_id)).statusCode).toBe(404);
    const discarded = await call('DELETE', `/${id}`, other);
    expect(discarded.json()).toEqual({
      message: 'The drop was discarded; nothing was published.',
    });
    expect(await isKept(two.file_path)).toBe(false);
    expect(await counts()).toEqual({ documents: 0, waiting: 0, objects: 0 });
    for (const answer of [
      await call('DELETE', `/${id}`),
      await call('GET', `/${id}`),
      await send(id, 'c.pdf'),
      await publish(id, [{ drop_file_id: two.drop_file_id, user_id: drivers.emil.userId }]),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([404, gone]);
    }
    expect(await counts()).toMatchObject({ objects: 0 });
  });

  test('discard and publish at the same moment: one of them happens, whole', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await drop();
      const { drop_file_id, file_path } = await add(id, 'a.pdf');
      const before = await counts();
      const [published, discarded] = await Promise.all([
        publish(id, [{ drop_file_id, user_id: drivers.emil.userId }]),
        call('DELETE', `/${id}`, other),
      ]);
      const isPublished = published.statusCode === 200;
      expect(discarded.statusCode).toBe(isPublished ? 404 : 200);
      expect((await counts()).documents - before.documents).toBe(isPublished ? 1 : 0);
      expect(await isKept(file_path)).toBe(isPublished);
    }
  });

  test('a page that is broken, locked, only a picture or endless leaves the name of the file', async () => {
    const id = await drop();
    const locked = await pdfWithPages(['Emil Novotny'], { userPassword: 'secret' });
    const unreadable = { finding: 'none', note: 'unreadable', user_id: null };
    expect(await add(id, 'scan1.pdf', Buffer.from('%PDF-1.7\nbroken\n%%EOF\n'))).toMatchObject(
      unreadable,
    );
    expect(await add(id, 'scan2.pdf', locked)).toMatchObject(unreadable);
    const [endless, next] = await Promise.all([
      add(id, 'scan3.pdf', endlessPdf()),
      add(id, 'scan4.pdf', 'Emil Novotny'),
    ]);
    expect(endless).toMatchObject({ finding: 'none', note: 'slow', user_id: null });
    expect(next).toMatchObject({ finding: 'match', note: null });
    const named = await add(id, 'Emil Novotny.pdf', await pdfWithPages(['']));
    expect(named).toMatchObject({ finding: 'match', note: 'unreadable' });
    const long = Array.from({ length: 300 }, (_, page) => `Page ${page} of Emil Novotny`);
    expect(await add(id, 'scan5.pdf', await pdfWithPages(long))).toMatchObject({
      finding: 'match',
      candidates: [{ reasons: ['nameOnPage'] }],
    });
    const text = await send(id, 'Emil Novotny.pdf', Buffer.from('no PDF'));
    expect(text.statusCode).toBe(415);
  }, 60_000);

  test('a drop takes five hundred files', async () => {
    const id = await drop();
    const { drop_file_id } = await add(id, 'a.pdf');
    const [row] = await t.ctx.db.selectFrom('settlement_drop_files').selectAll().execute();
    const [object] = await t.ctx.db.selectFrom('objects').selectAll().execute();
    if (!row || !object) throw new Error('one file');
    const keys = Array.from({ length: 499 }, () => `settlements/${randomUUID()}.pdf`);
    await t.ctx.db.transaction().execute(async (tx) => {
      for (const key of keys) {
        const { drop_file_id: _, ...rest } = row;
        await tx
          .insertInto('objects')
          .values({ ...object, key })
          .execute();
        await tx
          .insertInto('settlement_drop_files')
          .values({ ...rest, object_key: key })
          .execute();
      }
    });
    const full = await send(id, 'b.pdf');
    expect([full.statusCode, full.json().error]).toEqual([
      409,
      'A drop takes at most 500 files. Publish these first.',
    ]);
    const { files } = await look(id);
    const entries = files.map((file) => ({
      drop_file_id: file.drop_file_id,
      user_id: drivers.emil.userId,
    }));
    expect(entries).toContainEqual({ drop_file_id, user_id: drivers.emil.userId });
    expect((await publish(id, entries)).json().published).toBe(500);
    expect(await counts()).toEqual({ documents: 500, waiting: 0, objects: 500 });
  }, 60_000);

  test('who left in the meantime comes into question no more', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    await employeeOf(t, leaver.userId, { first_name: 'Lea', last_name: 'Leaver' });
    const id = await drop();
    expect(await add(id, 'Lea Leaver.pdf')).toMatchObject({ finding: 'match' });
    const url = `/api/users/${leaver.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect((await look(id)).files).toMatchObject([
      { finding: 'none', user_id: null, candidates: [] },
    ]);
  });

  test('an empty drop goes after thirty days; one with files waits', async () => {
    const [empty, full, young] = [await drop(), await drop(), await drop()];
    await add(full, 'a.pdf');
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const [id, days] of [
      [empty, 31],
      [full, 31],
      [young, 29],
    ] as const) {
      await t.ctx.db
        .updateTable('settlement_drops')
        .set({ created_at: day(days) })
        .where('drop_id', '=', id)
        .execute();
    }
    await sweepDrops(t.ctx);
    const statuses = await Promise.all(
      [empty, full, young].map(async (id) => (await call('GET', `/${id}`)).statusCode),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('the list has the net pay that a settlement states, dropped or uploaded alone', async () => {
    const { emil } = drivers;
    const reader = openPageReader();
    const amounts = async (by?: TestPerson) =>
      (await read<Document[]>('/api/settlements/files', by)).map(({ net_pay }) => net_pay);
    const id = await drop();
    const { drop_file_id } = await add(id, 'Emil Novotny.pdf', 'Gross $10.00\nNet pay: $1,234.50');
    await publish(id, [{ drop_file_id, user_id: emil.userId }]);
    expect(await amounts(emil)).toEqual([1234.5]);

    const upload = async (bytes: Buffer) =>
      post('/api/settlements/upload', formOf({ user_ids: [emil.userId] }, bytes));
    await upload(await pdfWithPages(['Loads of the week', 'Amount paid $99.99']));
    await upload(await pdfWithPages(['Net pay $1.00', 'Net pay $2.00']));
    await upload(pdfOf('no text', 2_000));
    expect(await amounts(emil)).toEqual([null, null, null, 1234.5]);
    await readNetPay(t.ctx, reader);
    expect(await amounts(emil)).toEqual([null, null, 99.99, 1234.5]);
    expect(await amounts()).toEqual([null, null, 99.99, 1234.5]);
    // What was read is not read again.
    await readNetPay(t.ctx, { ...reader, read: () => Promise.reject(new Error('read again')) });
    await reader.close();
  });

  test('an employee is told nothing', async () => {
    const id = await drop();
    const { drop_file_id } = await add(id, 'Emil Novotny.pdf');
    const { emil } = drivers;
    for (const answer of [
      await call('POST', '', emil),
      await call('GET', '', emil),
      await call('GET', `/${id}`, emil),
      await call('DELETE', `/${id}`, emil),
      await remove(drop_file_id, emil),
      await publish(id, [{ drop_file_id, user_id: emil.userId }], emil),
    ]) {
      expect(answer.statusCode).toBe(403);
    }
    expect((await look(id)).files).toHaveLength(1);
  });
});
