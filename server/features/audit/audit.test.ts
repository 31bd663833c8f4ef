import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { freshPostgres, onBothDatabases, postgresOnly } from '#tests/harness/databases.ts';
import { applied } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { recordAudit } from '../../platform/audit/audit.ts';

type Entry = Parameters<typeof recordAudit>[2];

onBothDatabases('the audit log', (engine) => {
  const t = suiteApp(engine);
  beforeAll(async () => {
    const { db } = t.ctx;
    const write = (at: string, entry: Partial<Omit<Entry, 'action'>> & { action: string }) =>
      recordAudit(db, new Date(at), { userId: null, ip: '203.0.113.5', ...entry } as Entry);
    // Either side of midnight in Chicago, on the day that daylight saving begins.
    await write('2026-03-08T05:59:59.999Z', { action: 'day.before' });
    await write('2026-03-08T06:00:00.000Z', { action: 'day.first', userId: t.employee.userId });
    await write('2026-03-09T04:59:59.999Z', {
      action: 'day.last',
      target: { kind: 'damage', id: 17, label: 'Lena Ortiz, 2026-03-08' },
      detail: { damage_amount: { before: 1, after: 2.5 } },
    });
    await write('2026-03-09T05:00:00.000Z', { action: 'day.after' });
    await write('2026-01-01T00:00:00.000Z', { action: '100%_odd\\' });
  });

  const list = async (query: Record<string, string> = {}): Promise<AuditEntry[]> =>
    (await t.app.inject({ url: '/api/audit', query, headers: t.admin.headers })).json();
  const actions = async (query: Record<string, string>) =>
    (await list(query)).map((entry) => entry.action);

  test('lists entries newest first, with user, action, record and address', async () => {
    const entries = await list();
    expect(entries.length).toBeGreaterThan(4);
    const times = entries.map((entry) => entry.at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(entries.find((entry) => entry.action === 'day.last')).toEqual({
      ...{ id: expect.any(Number), at: '2026-03-09T04:59:59.999Z', user_id: null, username: '' },
      ...{ action: 'day.last', target_kind: 'damage', target_id: '17', ip: '203.0.113.5' },
      label: 'Lena Ortiz, 2026-03-08',
      detail: { damage_amount: { before: 1, after: 2.5 } },
    });
    expect(entries.find((entry) => entry.action === 'day.first')?.username).toBe('emil');
  });

  test('filters by inclusive days in the company’s time zone', async () => {
    for (const [from, to, found] of [
      ['2026-03-08', '2026-03-08', ['day.last', 'day.first']],
      ['2025-12-31', '2026-03-07', ['day.before', '100%_odd\\']],
      ['2026-03-09', '2026-03-09', ['day.after']],
      ['2026-03-09', '2026-03-08', []],
    ] as const) {
      expect(await actions({ from, to }), from).toEqual(found);
    }
  });

  test('filters by user, part of the action, record, and all combined', async () => {
    const user_id = String(t.employee.userId);
    const rows: [Record<string, string>, string[]][] = [
      [{ user_id, action: 'day' }, ['day.first']],
      [{ action: 'DAY.' }, ['day.after', 'day.last', 'day.first', 'day.before']],
      [{ target_kind: 'damage', target_id: '17' }, ['day.last']],
      [{ target_kind: 'damage', target_id: '1' }, []],
      [{ user_id, target_kind: 'damage' }, []],
      ...['%', '%_o', '\\'].map((action): (typeof rows)[0] => [{ action }, ['100%_odd\\']]),
    ];
    for (const [query, found] of rows) {
      expect(await actions(query), JSON.stringify(query)).toEqual(found);
    }
    const empty = { user_id: '', action: '', target_kind: '', target_id: '', from: '', to: '' };
    expect(await actions(empty)).toEqual(await actions({}));
  });

  test('names deleted records and finds them by words of action, label and user', async () => {
    const { id } = await applied(t, { first_name: 'Łucja', last_name: 'Nuñez' });
    const remove = (url: string) => send(t, 'DELETE', url, t.admin);
    expect((await remove(`/api/application/${id}`)).statusCode).toBe(200);
    const { userId } = await t.person('Zoë', 'employee');
    expect((await remove(`/api/users/${userId}`)).statusCode).toBe(200);
    // Like entries older than labels.
    const old = { action: 'job.delete', target_kind: 'job', target_id: '4711' };
    const at = '2024-01-01T00:00:00.000Z';
    const values = { ...old, at, user_id: t.admin.userId, ip: '', detail: '{}' };
    await t.ctx.db.insertInto('audit').values(values).execute();

    const found = async (q: string) =>
      (await list({ q })).map(({ action, label }) => [action, label]);
    const deleted = ['application.delete', 'Łucja Nuñez'];
    const closed = ['user.close', 'Zoë'];
    expect(await found('DELETED')).toEqual([closed, deleted, ['job.delete', '']]);
    expect(await found('delete lucja nunez')).toEqual([deleted]);
    expect(await found('nunez')).toEqual([deleted, ['application.create', 'Łucja Nuñez']]);
    expect(await found('zoe closed account')).toEqual([closed]);
    expect(await found('deleted job 4711')).toEqual([['job.delete', '']]);
    expect(await found('anna deleted application')).toEqual([deleted]);
    expect(await found('emil deleted')).toEqual([]);
    for (const literal of ['%', '_', '\\', "'"]) expect(await found(literal), literal).toEqual([]);
  });

  test('rejects updates in the database, and deletes of entries younger than 28 days (SEC34)', async () => {
    const { db } = t.ctx;
    const written = (days: number) => {
      const entry = { userId: null, ip: '', action: 'job.create' } as const;
      return recordAudit(db, new Date(Date.now() - days * 86_400_000), entry);
    };
    const [old = 0, young = 0] = [(await written(29)).id, (await written(27)).id];
    const remove = db.deleteFrom('audit');
    const texts = [{ action: 'x' }, { ip: '203.0.113.9' }, { label: 'Someone else' }];
    const change = { detail: '{}', ip: '', target_id: '999' };
    for (const refused of [
      ...[...texts, change].map((values) =>
        db.updateTable('audit').set(values).where('id', '=', old),
      ),
      remove.where('id', '=', young),
      remove,
    ]) {
      await expect(refused.execute()).rejects.toThrow(/append-only/);
    }
    await remove.where('id', '=', old).execute();
    expect(await rowsOf(t, 'audit', { id: old })).toEqual([]);
    expect(await rowsOf(t, 'audit', { id: young })).toHaveLength(1);
  });
});

/** The statements of docs/operations.md that give a second role what the server needs. */
function documentedGrants(role: string): string {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, statements = ''] = /```sql\n(create role headrack_server[\s\S]*?)```/.exec(page) ?? [];
  return statements.replaceAll('headrack_server', role).replace("'…'", "'a password'");
}

postgresOnly.test(
  'a role without the tables can run the server, but not change the log (SEC34)',
  async () => {
    const database = await freshPostgres('newest');
    const role = `server_${randomUUID().slice(0, 8)}`;
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(documentedGrants(role));
    const url = new URL(database.url);
    url.username = role;
    url.password = 'a password';
    const t = await startApp('sqlite', { config: { databaseUrl: url.href } });
    const users = await send(t, 'GET', '/api/users', t.admin);
    expect(users.statusCode).toBe(200);
    await t.ctx.auditEvents.flush();

    const server = new pg.Client({ connectionString: url.href });
    await server.connect();
    for (const statement of [
      "update audit set action = 'x'",
      'delete from audit',
      'truncate audit',
      'drop table audit',
      'alter table audit disable trigger all',
      'drop trigger audit_no_delete on audit',
      "set session_replication_role = 'replica'",
    ]) {
      await expect(server.query(statement), statement).rejects.toThrow(
        /append-only|permission denied|must be owner/,
      );
    }
    // As erasure and retention do.
    await server.query("update audit set ip = '', label = '', label_folded = ''");
    await server.end();
    await t.close();
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
    await owner.end();
    await database.drop();
  },
);
