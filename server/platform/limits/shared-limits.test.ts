/** Rate limits of several nodes on one PostgreSQL. */
import { beforeEach, expect, onTestFinished } from 'vitest';
import { startApp } from '#tests/harness/app.ts';
import { freshPostgres, postgresOnly, sqliteOnly } from '#tests/harness/databases.ts';
import { type Db, openDatabase } from '../../database/open.ts';
import { readConfig } from '../../settings/config.ts';
import { sweepCounts } from './limit-counts.queries.ts';
import { Limits } from './limits.ts';

const secret = 'a secret for tests alone, long enough to be taken';
const limited = expect.objectContaining({ status: 429, retryAfter: expect.any(Number) });

let db: Db;
let nodes: [Limits, Limits, Limits];

postgresOnly.describe('limits of three nodes', () => {
  beforeEach(async () => {
    const { url, drop } = await freshPostgres('newest');
    const opened = await openDatabase(readConfig({ DATABASE_URL: url, TOKEN_SECRET: secret }));
    onTestFinished(async () => {
      await opened.db.destroy();
      await drop();
    });
    db = opened.db;
    const node = () => new Limits(true, { db, secret });
    nodes = [node(), node(), node()];
  });

  postgresOnly.test('count the guesses of a password together, and apart by network', async () => {
    for (let n = 0; n < 5; n += 1) {
      for (const node of nodes) await node.checkSignIn('anna', '203.0.113.5');
      await nodes[n % 3]?.signInFailed('anna', '203.0.113.5');
    }
    for (const node of nodes) {
      await expect(node.checkSignIn('anna', '203.0.113.9')).rejects.toEqual(limited);
      await node.checkSignIn('anna', '198.51.100.1');
      await node.checkSignIn('anna', '203.0.113.5', { userId: 7 });
    }
  });

  postgresOnly.test('count a form in its transaction: not what is rolled back', async () => {
    const [one, two] = nodes;
    const send = (node: Limits, then = async () => {}) =>
      db.transaction().execute(async (tx) => {
        await node.countForm(tx, 'sendInquiry', '203.0.113.5');
        await then();
      });
    const failing = send(one, () => Promise.reject(new Error('the disk is full')));
    await expect(failing).rejects.toThrow('the disk is full');
    for (let n = 0; n < 5; n += 1) await send(two);
    await expect(send(two)).rejects.toEqual(limited);
    expect(await nodes[2].formWait('sendInquiry', '203.0.113.5')).toBeGreaterThan(3500);
  });

  postgresOnly.test('start over at the end of the time, and leave nothing', async () => {
    const [one, two] = nodes;
    const counts = db.updateTable('limit_counts');
    const end = () => counts.set({ ends_at: Date.now() - 1 }).execute();
    for (let n = 0; n < 5; n += 1) await one.signInFailed('anna', '203.0.113.5');
    await end();
    await two.checkSignIn('anna', '203.0.113.5');
    await two.signInFailed('anna', '203.0.113.5');
    await two.checkSignIn('anna', '203.0.113.5');
    await end();
    await sweepCounts(db);
    expect(await db.selectFrom('limit_counts').selectAll().execute()).toEqual([]);
  });
});

sqliteOnly.test('one process on SQLite counts in its memory alone', async () => {
  const t = await startApp('sqlite', { config: { rateLimits: true } });
  onTestFinished(t.close);
  for (let n = 0; n < 5; n += 1) await t.ctx.limits.signInFailed('anna', '203.0.113.5');
  await expect(t.ctx.limits.checkSignIn('anna', '203.0.113.5')).rejects.toEqual(limited);
  expect(await t.ctx.db.selectFrom('limit_counts').selectAll().execute()).toEqual([]);
});
