/** kill -9 while documents are uploaded, replaced, opened and deleted: exactly the acknowledged steps are stored. */
import { expect, test } from 'vitest';
import { documentKinds } from '#contract/documents.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { sha256 } from '../harness/multipart.ts';
import { type Journal, Office, workUntilKilled } from './document-clients.ts';
import { killRounds } from './kill-rounds.ts';

const rounds = process.env.FULL === '1' ? 100 : 2;
const kinds = [...documentKinds, 'submissions'] as const;

/** Asserts that every object has its document or version, and each current revision the hash of its object. */
async function checkFiles({ db }: AppContext, hashes: ReadonlyMap<string, string>) {
  const documents = await db.selectFrom('documents').select('object_key').execute();
  const versions = await db.selectFrom('submissions').select('object_key').execute();
  expect(new Set([...documents, ...versions].map((row) => row.object_key))).toEqual(
    new Set(hashes.keys()),
  );
  const current = await db
    .selectFrom('documents')
    .innerJoin('objects', 'objects.key', 'documents.object_key')
    .innerJoin('document_revisions', (join) =>
      join
        .onRef('document_revisions.file_id', '=', 'documents.file_id')
        .onRef('document_revisions.revision', '=', 'documents.revision'),
    )
    .select(['objects.sha256 as stored', 'document_revisions.sha256 as recorded'])
    .execute();
  expect(current.length).toBe(documents.length);
  expect(current.filter((row) => row.stored !== row.recorded)).toEqual([]);
}

/** Asserts that acknowledged steps happened, and others completely or not at all. */
async function checkJournals(
  { db }: AppContext,
  office: Office,
  hashes: ReadonlyMap<string, string>,
) {
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

/** Repeats the steps without a response after a restart, and opens what exists. */
async function retrySteps(office: Office, touched: readonly Journal[]): Promise<void> {
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
    // The stored content shows whether a replacement without a response happened.
    if (hash !== journal.taken.at(-1)) journal.taken.push(hash ?? '');
    journal.pending = null;
    expect((await office.presign(path ?? '', office.other)).status).toBe(404);
  }
}

onBothDatabases('kill -9 while documents change', (engine) => {
  test(`${rounds} rounds lose nothing (FLT1, FLT9)`, { timeout: rounds * 120_000 }, async () => {
    const office = new Office();
    let round = 0;
    let last = 0;
    const swept = await killRounds(engine, {
      rounds,
      longest: 1_200,
      resume: async (server) => {
        await office.moveTo(server);
        // Check all files again after the last round.
        await retrySteps(office, office.journals.slice(round < rounds ? last : 0));
        last = office.journals.length;
        round += 1;
      },
      work: () => Promise.all(kinds.map((kind) => workUntilKilled(office, kind))),
      check: async (ctx, hashes) => {
        await checkFiles(ctx, hashes);
        await checkJournals(ctx, office, hashes);
      },
    });
    const acknowledged = office.journals.filter(({ id }) => id !== null).length;
    expect(acknowledged).toBeGreaterThan(rounds);
    console.log(
      `${engine}: ${acknowledged} of ${office.journals.length} files acknowledged, ${swept} without a row swept`,
    );
  });
});
