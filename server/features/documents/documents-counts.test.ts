import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { suiteApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { documentsOf, idsOf } from '#tests/harness/documents.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { seededRandom } from '#tests/harness/seeded-random.ts';
import { jsonOf } from '#tests/records/stored.ts';

const byUser = (one: { user_id: number }, other: { user_id: number }) =>
  one.user_id - other.user_id;

/** Expects the columns that triggers maintain to equal what the receipts and accounts say. */
async function expectCounts({ ctx: { db } }: TestApp): Promise<number> {
  const receipts = await db.selectFrom('document_receipts').selectAll().execute();
  const assignments = await db.selectFrom('document_assignments').selectAll().execute();
  const accounts = await db.selectFrom('users').select(['user_id', 'closed_at']).execute();
  const closed = new Set(accounts.filter((row) => row.closed_at).map((row) => row.user_id));
  const documents = await db.selectFrom('documents').selectAll().execute();
  for (const { file_id, revision, acknowledge, ...document } of documents) {
    const given = assignments.filter((row) => row.file_id === file_id).toSorted(byUser);
    for (const { user_id, opened, acknowledged, missing, removed_at } of given) {
      const receipt = receipts.find(
        (row) => row.file_id === file_id && row.user_id === user_id && row.revision === revision,
      );
      const hasOpened = receipt?.opened_at ? 1 : 0;
      const hasConfirmed = receipt?.acknowledged_at ? 1 : 0;
      const isMissing = hasOpened === 0 || (acknowledge === 1 && hasConfirmed === 0) ? 1 : 0;
      expect([opened, acknowledged, missing]).toEqual([hasOpened, hasConfirmed, isMissing]);
      expect(removed_at === null && closed.has(user_id)).toBe(false);
    }
    const active = given.filter((row) => row.removed_at === null);
    const ids = document.user_ids.split(',').filter(Boolean).map(Number);
    expect({ ...document, ids: ids.toSorted((one, other) => one - other) }).toMatchObject({
      ids: active.map((row) => row.user_id),
      assigned_count: active.length,
      opened_count: active.filter((row) => row.opened).length,
      acknowledged_count: active.filter((row) => row.acknowledged).length,
    });
  }
  return documents.reduce((sum, row) => sum + row.acknowledged_count, 0);
}

onBothDatabases('counts of documents', (engine) => {
  const t = suiteApp(engine);
  const { document, update, list, open, acknowledge, closeAccount } = documentsOf(() => t);

  test('agree with the receipts after random steps', async () => {
    const random = seededRandom();
    const people = [t.admin, t.employee];
    for (const name of ['ada', 'ben', 'cleo', 'dan']) people.push(await t.person(name, 'employee'));
    const fields = () => {
      const chosen = people.filter(() => random(2) === 1);
      return { user_ids: idsOf(chosen.length > 0 ? chosen : [t.admin]), acknowledge: random(2) };
    };
    const files: number[] = [];
    for (let n = 0; n < 3; n += 1) files.push(await document('training', fields()));
    const read = async (id: number, by: TestPerson) => {
      const found = (await list('training', by)).find((row) => row.file_id === id);
      if (found) await open(found.file_path, by);
      await acknowledge(id, by);
    };
    let confirmed = 0;
    for (let step = 0; step < 60; step += 1) {
      const id = files[random(files.length)] ?? 0;
      if (step === 40) await closeAccount(people.splice(2, 1)[0] ?? t.employee);
      else if (random(4) === 0) {
        const bytes = random(3) === 0 ? pdfOf(randomUUID()) : undefined;
        await jsonOf(update('training', id, fields(), bytes));
      } else await read(id, people[random(people.length)] ?? t.admin);
      confirmed += await expectCounts(t);
    }
    expect(confirmed, 'the steps include confirmations').toBeGreaterThan(0);
  });
});
