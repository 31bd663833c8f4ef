/** kill -9 while documents are uploaded, replaced, opened and deleted: what was acknowledged is there, whole, and nothing else. */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { documentKinds } from '#contract/documents.ts';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sweepFiles } from '#server/features/files/files.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { sha256 } from '../harness/multipart.ts';
import { startServer } from '../harness/server.ts';
import { type Journal, Office, workUntilGone } from './document-clients.ts';
import { waitForQuiet } from './quiet.ts';

const rounds = process.env.FULL === '1' ? 100 : 5;
const kinds = [...documentKinds, 'submissions'] as const;

/** Bytes and rows agree, before anything has been put right. */
async function checkFiles({ db, storage }: AppContext): Promise<Map<string, string>> {
  const objects = await db.selectFrom('objects').select(['key', 'sha256']).execute();
  const documents = await db.selectFrom('documents').select('object_key').execute();
  const versions = await db.selectFrom('submissions').select('object_key').execute();
  expect(new Set([...documents, ...versions].map((row) => row.object_key))).toEqual(
    new Set(objects.map((object) => object.key)),
  );
  for (const object of objects) {
    expect(sha256(await buffer(await storage.read(object.key)))).toBe(object.sha256);
  }
  const present = await db
    .selectFrom('documents')
    .innerJoin('objects', 'objects.key', 'documents.object_key')
    .innerJoin('document_revisions', (join) =>
      join
        .onRef('document_revisions.file_id', '=', 'documents.file_id')
        .onRef('document_revisions.revision', '=', 'documents.revision'),
    )
    .select(['objects.sha256 as is', 'document_revisions.sha256 as said'])
    .execute();
  expect(present.length).toBe(documents.length);
  expect(present.filter((row) => row.is !== row.said)).toEqual([]);
  return new Map(objects.map((object) => [object.key, object.sha256]));
}

/** What the people were told has happened has happened, and what they were not told did so whole or not at all. */
async function checkJournals({ db }: AppContext, office: Office, hashes: Map<string, string>) {
  const documents = await db.selectFrom('documents').selectAll().execute();
  const versions = await db.selectFrom('submissions').selectAll().execute();
  const revisions = await db.selectFrom('document_revisions').selectAll().execute();
  const receipts = await db.selectFrom('document_receipts').selectAll().execute();
  const seen = new Set(
    receipts
      .filter((row) => row.opened_at !== null && row.user_id === office.driver.userId)
      .map((row) => `${row.file_id} ${row.revision}`),
  );
  const keyOf = ({ kind, id }: Journal) =>
    kind === 'submissions'
      ? versions.find((row) => row.submission_id === id)?.object_key
      : documents.find((row) => row.file_id === id)?.object_key;
  for (const journal of office.journals) {
    const { id, kind, key, taken, pending, deleted, opened } = journal;
    if (id === null) {
      const same = documents.filter((row) => row.kind === kind && row.file_name === key);
      expect(same.length).toBeLessThanOrEqual(1);
      continue;
    }
    const stored = hashes.get(keyOf(journal) ?? '');
    if (deleted === 'yes') expect(stored).toBeUndefined();
    if (deleted === 'no') {
      const possible = [taken.at(-1), ...(pending ? [sha256(pending)] : [])];
      expect(possible).toContain(stored);
    }
    if (stored === undefined) continue;
    for (const hash of opened) {
      const revision = revisions.find((row) => row.file_id === id && row.sha256 === hash)?.revision;
      expect(seen, 'the receipt of an opening that was answered').toContain(`${id} ${revision}`);
    }
  }
  const numbers = versions.map((row) => row.version_number);
  expect(new Set(numbers).size).toBe(numbers.length);
}

async function check(env: Record<string, string>, office: Office): Promise<number> {
  if (env.DATABASE_URL) await waitForQuiet(env.DATABASE_URL);
  const ctx = await createAppContext(readConfig(env), pino({ level: 'silent' }));
  try {
    const hashes = await checkFiles(ctx);
    await checkJournals(ctx, office, hashes);
    const swept = await sweepFiles(ctx, { olderThanMs: -60_000 });
    const kept: string[] = [];
    for await (const { key } of ctx.storage.list()) kept.push(key);
    expect(kept.sort()).toEqual([...hashes.keys()].sort());
    expect(await readdir(join(ctx.config.dataDir, 'tmp'))).toEqual([]);
    return swept;
  } finally {
    await ctx.close();
  }
}

/** After a restart each person goes on where they got no answer, and opens what they had. */
async function goOn(office: Office, touched: readonly Journal[]): Promise<void> {
  for (const journal of touched) {
    if (journal.id === null) await office.upload(journal);
    if (journal.deleted === 'asked') await office.remove(journal);
    const path = await office.pathOf(journal);
    if (journal.deleted === 'yes') {
      expect(path).toBeNull();
      continue;
    }
    const hash = await office.open(journal);
    const possible = [journal.taken.at(-1), journal.pending && sha256(journal.pending)];
    expect(possible).toContain(hash);
    // A replacement without an answer is settled by what is there.
    if (hash !== journal.taken.at(-1)) journal.taken.push(hash ?? '');
    journal.pending = null;
    expect((await office.presign(path ?? '', office.other)).status).toBe(404);
  }
}

onBothDatabases('kill -9 while documents change', (engine) => {
  test(`${rounds} rounds lose nothing (FLT1, FLT9)`, { timeout: rounds * 40_000 }, async () => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    const own = database && {
      DATABASE_URL: database.url,
      TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
    };
    const office = new Office();
    let swept = 0;
    let dataDir: string | undefined;
    const start = async () => {
      const server = await startServer({ ...(dataDir && { dataDir }), env: own ?? {} });
      dataDir = server.dataDir;
      await office.moveTo(server);
      return server;
    };
    let last = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await start();
      await goOn(office, office.journals.slice(last));
      last = office.journals.length;
      const working = Promise.all(kinds.map((kind) => workUntilGone(office, kind)));
      await pause(randomInt(100, 1_200));
      await server.kill();
      await working;
      swept += await check({ DATA_DIR: dataDir ?? '', ...own }, office);
    }
    const server = await start();
    await goOn(office, office.journals);
    await server.kill();
    const acknowledged = office.journals.filter(({ id }) => id !== null).length;
    expect(acknowledged).toBeGreaterThan(rounds);
    console.log(
      `${engine}: ${acknowledged} of ${office.journals.length} files acknowledged, ${swept} without a row swept`,
    );
    await database?.drop();
  });
});
