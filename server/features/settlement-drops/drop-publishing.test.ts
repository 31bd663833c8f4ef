import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { replyOf } from '#tests/fixtures/requests.ts';
import { expectUnchanged } from '#tests/fixtures/state-snapshot.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { rowsOf } from '#tests/records/stored.ts';

const gone = { code: 'not_found', error: 'Someone else published or discarded this drop.' };
const goneFile = {
  code: 'conflict',
  error: 'One of these files is no longer in this drop. Review it again.',
};
const goneUser = {
  code: 'validation_failed',
  error: 'One of the chosen people no longer has an open account. Choose again.',
};

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('publishing a drop', (engine) => {
  const t = suiteApp(engine);
  let other: TestPerson;
  const { clear, drop, send, call, remove, publish, documents } = dropsOf(() => t);
  const { notices, stored } = documents;
  beforeAll(async () => {
    other = await t.person('olga', 'admin');
  });
  beforeEach(() => clear());

  /** A file of a drop that no process has read. */
  async function add(drop_id: number) {
    const { db, config, storage, now } = t.ctx;
    const [key, created_at] = [`settlements/${randomUUID()}.pdf`, now().toISOString()];
    const path = join(config.dataDir, 'tmp', randomUUID());
    await writeFile(path, pdfOf(key));
    await storage.put(key, path, 'application/pdf');
    const object = { key, kind: 'pdf', media_type: 'application/pdf', size: 1, sha256: key };
    const named = { ...object, original_name: 'a.pdf', created_at };
    await db.insertInto('objects').values(named).execute();
    const found = { finding: 'none', note: 'none', user_id: null, net_pay_cents: null } as const;
    const row = { drop_id, object_key: key, file_name: 'a.pdf', created_at, ...found };
    const made = db.insertInto('settlement_drop_files').values(row).returning('drop_file_id');
    return { ...(await made.executeTakeFirstOrThrow()), file_path: key };
  }

  const settlementsOf = (person?: TestPerson) => documents.list('settlements', person);
  const entryFor = ({ drop_file_id }: { drop_file_id: number }) => ({
    drop_file_id,
    user_id: t.employee.userId,
  });
  /** The number of settlements and of unpublished files; expects bytes for each. */
  const counts = async () => {
    const published = (await settlementsOf()).length;
    const waiting = (await rowsOf(t, 'settlement_drop_files')).length;
    expect(await stored()).toHaveLength(published + waiting);
    return { published, waiting };
  };

  it('two admins who publish at the same time publish a file once', async () => {
    const id = await drop();
    const [a, b, c] = [await add(id), await add(id), await add(id)];
    const responses = await Promise.all([
      publish(id, [entryFor(a), entryFor(b)]),
      publish(id, [entryFor(b), entryFor(c)], other),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject(goneFile);
    expect(await counts()).toEqual({ published: 2, waiting: 1 });
    expect(await notices(t.employee)).toHaveLength(1);
  });

  test('one invalid entry publishes nothing', async () => {
    const id = await drop();
    const [right, removed] = [await add(id), await add(id)].map((file) => entryFor(file));
    const elsewhere = entryFor(await add(await drop()));
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
        [right, 400, { error: 'The same file is named twice. Name it once.' }],
      ] as const) {
        expect(replyOf(await publish(id, [right, wrong]))).toMatchObject([status, body]);
      }
      const fields = { entries: 'Choose a driver for at least one file.' };
      expect((await publish(id, [])).json().fields).toEqual(fields);
    });
    expect((await publish(id, [right])).statusCode).toBe(200);
  });

  test('removed and discarded files leave no rows and no bytes', async () => {
    const id = await drop();
    const [one, two] = [await add(id), await add(id)];
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

  it('of a simultaneous discard and publication exactly one succeeds', async () => {
    const id = await drop();
    const file = await add(id);
    const [published, discarded] = await Promise.all([
      publish(id, [entryFor(file)]),
      call('DELETE', `/${id}`, other),
    ]);
    const isPublished = published.statusCode === 200;
    expect(discarded.statusCode).toBe(isPublished ? 404 : 200);
    expect(await counts()).toEqual({ published: isPublished ? 1 : 0, waiting: 0 });
  });
});
