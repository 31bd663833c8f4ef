import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { recordAudit } from '../platform/audit.ts';
import { selectChained, selectHead } from '../platform/audit-chain.queries.ts';
import { AuditChain, auditKey } from '../platform/audit-chain.ts';
import { runAudit } from './audit.ts';

onBothDatabases('the chain of the audit log', (engine) => {
  let t: TestApp;
  let clock = Date.parse('2026-03-02T15:00:00.000Z');
  const now = () => new Date(clock);
  const daysAgo = (days: number) => new Date(clock - days * 86_400_000).toISOString();
  beforeEach(async () => {
    clock = Date.parse('2026-03-02T15:00:00.000Z');
    t = await startApp(engine, { now });
    await write(5);
    await chainOf().extend();
    return () => t.close();
  });

  const write = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const target = { kind: 'job', id: n, label: `Job ${n}` };
      await recordAudit(t.ctx.db, now(), { userId: null, ip: '', action: 'job.create', target });
    }
  };
  const chainOf = (secret = t.ctx.config.tokenSecret ?? '') =>
    new AuditChain({ ...t.ctx, engine, key: auditKey(secret) });
  const verify = (noted: string | null = null, config = {}) =>
    runAudit({ ...t.ctx.config, ...config }, 'verify', noted);
  const problems = async () => (await verify()).problems;
  const run = (text: string) => sql.raw(text).execute(t.ctx.db);
  /** Runs statements as someone who owns the tables and so can remove their triggers. */
  const forge = async (...statements: string[]) => {
    const tables = ['audit', 'audit_chain', 'audit_head'];
    if (engine === 'postgres') {
      for (const table of tables) await run(`alter table ${table} disable trigger user`);
    } else {
      const found = await sql<{ name: string }>`
        select name from sqlite_master where type = 'trigger' and tbl_name like 'audit%'
      `.execute(t.ctx.db);
      for (const { name } of found.rows) await run(`drop trigger ${name}`);
    }
    for (const statement of statements) await run(statement);
  };
  /** The id of an entry in the middle. */
  const middle = async () => (await selectChained(t.ctx.db, 3, 1))[0]?.audit_id ?? 0;

  test('a changed entry is found (SEC34)', async () => {
    const id = await middle();
    await forge(`update audit set user_id = null, ip = '192.0.2.66' where id = ${id}`);
    expect(await problems()).toEqual([expect.stringMatching(`^Entry ${id} of .* was changed\\.$`)]);
  });

  test('an old database in place of the log is found with a noted head', async () => {
    const { position, hash } = await selectHead(t.ctx.db);
    expect(await verify(`${position}:${hash}`)).toMatchObject({ problems: [] });
    const noted = `${position + 1}:${'0'.repeat(64)}`;
    expect(await verify(noted)).toMatchObject({
      problems: [`The log was rewritten: it doesn't contain the head ${noted}.`],
    });
    await expect(verify('yesterday')).rejects.toThrow('A head looks like');
  });

  test('old entries are deleted by the retention only, and the rest stays verifiable', async () => {
    clock += 70 * 86_400_000;
    await write(3);
    const chain = chainOf();
    await chain.extend();
    await chain.prune(daysAgo(90));
    const { position } = await selectHead(t.ctx.db);
    const left = async () =>
      (await t.ctx.db.selectFrom('audit').select('action').orderBy('id').execute()).map(
        ({ action }) => action,
      );
    expect((await left()).length).toBe(position);
    await chain.prune(daysAgo(61));
    await chain.extend();
    expect(await left()).toEqual(['job.create', 'job.create', 'job.create', 'log.prune']);
    expect(await verify()).toEqual({
      lines: [
        '4 entries are unchanged.',
        `${position - 3} older entries were pruned.`,
        expect.stringMatching(`^Head: ${position + 1}:`),
      ],
      problems: [],
    });
    const pruned = t.ctx.db.selectFrom('audit').select('detail').where('action', '=', 'log.prune');
    expect(JSON.parse((await pruned.executeTakeFirstOrThrow()).detail)).toEqual({
      entries: position - 3,
      before: daysAgo(61),
    });
    for (const forbidden of [
      'delete from audit',
      'delete from audit_chain',
      'delete from audit_head',
      "update audit set action = 'x'",
      "update audit_chain set hash = 'x'",
      'update audit_head set position = position - 1',
      'update audit_head set pruned_position = position + 1',
    ]) {
      await expect(run(forbidden), forbidden).rejects.toThrow(/append-only/);
    }
  });
});
