import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases, postgresOnly } from '#tests/harness/databases.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { type Write, writeTransaction } from './writes.ts';

const endpoint = { name: 'createThing', status: 201 } as const;
/** What pino adds to each line. */
const processOf = { pid: process.pid, hostname: hostname() };

onBothDatabases('writeTransaction', (engine) => {
  const t = suiteApp(engine);

  const labels = (label: string) => rowsOf(t, 'audit', { label });
  const audit = ({ audit }: Write, label: string) =>
    audit({ action: 'job.create', target: { kind: 'job', id: 1, label } });
  const actor = () => ({ userId: t.admin.userId, ip: '192.0.2.1' });

  test('audits in the name of the actor and runs its effects after the commit, in order', async () => {
    const label = randomUUID();
    const seen: unknown[] = [];
    const reply = await writeTransaction(t.ctx, actor(), async (write) => {
      write.afterCommit(async () => seen.push((await labels(label)).map((row) => row.user_id)));
      write.afterCommit(() => seen.push('second'));
      await audit(write, label);
      return 'reply';
    });
    expect(reply).toBe('reply');
    expect(seen).toEqual([[t.admin.userId], 'second']);
  });

  test('stores nothing and runs no effect when the work fails', async () => {
    const label = randomUUID();
    const effect = vi.fn();
    const failing = writeTransaction(t.ctx, { userId: null, ip: '' }, async (write) => {
      write.afterCommit(effect);
      await audit(write, label);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect([effect.mock.calls, await labels(label)]).toEqual([[], []]);
  });

  test('logs each entry after the commit, without its texts, and none that was rolled back (SEC34)', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const write = (label: string, end: () => unknown) =>
      writeTransaction({ ...t.ctx, log }, actor(), async (write) => {
        await audit(write, label);
        expect(lines).toEqual([]);
        return end();
      });
    const failing = write('Rolled back', () => Promise.reject(new Error('stop')));
    await expect(failing).rejects.toThrow('stop');
    const label = randomUUID();
    await write(label, () => null);
    const entry = t.ctx.db.selectFrom('audit').where('label', '=', label);
    const columns = ['id', 'at', 'user_id', 'action', 'target_kind', 'target_id'] as const;
    const { id, ...copied } = await entry.select(columns).executeTakeFirstOrThrow();
    expect(lines).toEqual([
      { ...copied, id, msg: 'audit', level: 30, time: expect.any(Number), ...processOf },
    ]);
  });

  test('keeps the reply and runs the other effects when one fails after the commit', async () => {
    const label = randomUUID();
    const effect = vi.fn();
    const reply = await writeTransaction(t.ctx, actor(), async (write) => {
      write.afterCommit(() => Promise.reject(new Error('an effect')));
      write.afterCommit(effect);
      await audit(write, label);
      return 'reply';
    });
    expect([reply, (await labels(label)).length]).toEqual(['reply', 1]);
    expect(effect).toHaveBeenCalledOnce();
  });

  test('runs once per Idempotency-Key, effects included, also for concurrent calls', async () => {
    const [label, key] = [randomUUID(), randomUUID()];
    const effect = vi.fn();
    const run = (body: object) => {
      const work = async (write: Write) => {
        await audit(write, label);
        write.afterCommit(effect);
        return { id: randomUUID() };
      };
      return writeTransaction(t.ctx, actor(), work, { endpoint, key, body });
    };
    const replies = await Promise.all([1, 2, 3, 4].map(() => run({ a: 1 })));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(effect).toHaveBeenCalledOnce();
    expect(await labels(label)).toHaveLength(1);
    await expect(run({ a: 2 })).rejects.toMatchObject({ status: 422 });
  });
});

postgresOnly.test(
  'does both of two writes that wait for each other, and the effects of each once',
  async () => {
    const t = await startApp('postgres');
    onTestFinished(t.close);
    const { db } = t.ctx;
    const actor = { userId: t.admin.userId, ip: '192.0.2.1' };
    const names = [randomUUID(), randomUUID()] as const;
    const state = names.map((name) => ({ name, value: '' }));
    await db.insertInto('installation_state').values(state).execute();
    const effects: string[] = [];
    const haveFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const write = (own: 0 | 1, other: 0 | 1) =>
      writeTransaction(t.ctx, actor, async ({ tx, afterCommit }) => {
        const lock = (name: string) => {
          const row = tx.updateTable('installation_state').where('name', '=', name);
          return row.set({ value: 'x' }).execute();
        };
        afterCommit(() => effects.push(names[own]));
        await lock(names[own]);
        haveFirst[own].resolve();
        await haveFirst[other].promise;
        await lock(names[other]);
      });
    await Promise.all([write(0, 1), write(1, 0)]);
    expect(effects.toSorted()).toEqual(names.toSorted());
  },
);

postgresOnly.test('limits each statement, lock and idle transaction, and says 503', async () => {
  const t = await startApp('postgres');
  onTestFinished(t.close);
  const { db } = t.ctx;
  const limits = sql`select setting from pg_settings where name ~
    '^(idle_in_transaction_session|lock|statement)_timeout$' order by name`;
  const { rows } = await limits.execute(db);
  expect(rows).toEqual([{ setting: '10000' }, { setting: '3000' }, { setting: '5000' }]);
  await db.transaction().execute(async (tx) => {
    await sql`lock table jobs in access exclusive mode`.execute(tx);
    const response = await send(t, 'POST', '/api/careers', t.admin, sampleBody('createJob'));
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toBe('2');
  });
});
