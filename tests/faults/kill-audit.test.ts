import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAudit } from '#server/admin/audit.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { engines, freshPostgres } from '../harness/databases.ts';
import { firstAdmin, startServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { waitForQuiet } from './kill-rounds.ts';

const rounds = process.env.FULL === '1' ? 20 : 2;

test.each(engines)(
  'kill -9 on %s: every acknowledged sign-in is in the log, and the chain stays whole (SEC34, FLT1)',
  { timeout: rounds * 60_000 },
  async (engine) => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    const TOKEN_SECRET = 'a secret for tests alone, long enough to be taken';
    const env = { TOKEN_SECRET, ...(database && { DATABASE_URL: database.url }) };
    let dataDir: string | undefined;
    let acknowledged = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const server = await startServer({ env, cheapPasswords: true, ...(dataDir && { dataDir }) });
      dataDir = server.dataDir;
      const { username, password } = firstAdmin;
      const signIn = async (given: string) =>
        (
          await fetch(`${server.url}/api/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username, password: given }),
          })
        ).status;
      let isDead = false;
      const work = async () => {
        while (!isDead) {
          try {
            if ((await signIn(password)) === 200) acknowledged += 1;
            await signIn('a guess');
          } catch {
            return;
          }
        }
      };
      const working = [work(), work(), work()];
      while (acknowledged < 20 * round) await pause(20);
      await pause(randomInt(1_000));
      await server.kill();
      isDead = true;
      await Promise.all(working);
      if (database) await waitForQuiet(database.url);
      const config = readConfig({ ...env, DATA_DIR: dataDir });
      expect(await runAudit(config, 'verify', null)).toMatchObject({ problems: [] });
    }
    const server = await startServer({ env, cheapPasswords: true, ...(dataDir && { dataDir }) });
    const config = readConfig({ ...env, DATA_DIR: server.dataDir });
    // The chain grows in the background.
    await until('every entry is in the chain', 60_000, async () => {
      return (await runAudit(config, 'verify', null)).lines.length === 2;
    });
    await server.stop();
    const { lines, problems } = await runAudit(config, 'verify', null);
    expect([lines.length, problems]).toEqual([2, []]);
    const { db } = await openDatabase(config);
    const { count } = await db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', '=', 'session.open')
      .executeTakeFirstOrThrow();
    await db.destroy();
    expect(acknowledged).toBeGreaterThan(0);
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    rmSync(server.dataDir, { recursive: true, force: true });
    await database?.drop();
  },
);
