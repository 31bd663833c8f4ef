import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { applicationsOf, whole } from '#tests/harness/applications.ts';
import { freshPostgres, onBothDatabases, postgresOnly } from '#tests/harness/databases.ts';
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

  const read = (query: Record<string, string> = {}) =>
    t.app.inject({ url: '/api/audit', query, headers: t.admin.headers });
  const actions = async (query: Record<string, string>) =>
    (await read(query)).json().map((entry: AuditEntry) => entry.action);

  test('lists entries newest first, with user, action, record and address', async () => {
    const entries: AuditEntry[] = (await read()).json();
    const times = entries.map((entry) => entry.at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(entries.find((entry) => entry.action === 'day.last')).toEqual({
      id: expect.any(Number),
      at: '2026-03-09T04:59:59.999Z',
      user_id: null,
      username: '',
      action: 'day.last',
      target_kind: 'damage',
      target_id: '17',
      label: 'Lena Ortiz, 2026-03-08',
      ip: '203.0.113.5',
      detail: { damage_amount: { before: 1, after: 2.5 } },
    });
    expect(entries.find((entry) => entry.action === 'day.first')?.username).toBe('emil');
  });

  test('filters by inclusive days in the company’s time zone', async () => {
    expect(await actions({ from: '2026-03-08', to: '2026-03-08' })).toEqual([
      'day.last',
      'day.first',
    ]);
    expect(await actions({ from: '2025-12-31', to: '2026-03-07' })).toEqual([
      'day.before',
      '100%_odd\\',
    ]);
    expect(await actions({ from: '2026-03-09', to: '2026-03-09' })).toEqual(['day.after']);
    expect(await actions({ from: '2026-03-09', to: '2026-03-08' })).toEqual([]);
  });

  test('filters by user, part of the action, record, and all combined', async () => {
    const { userId } = t.employee;
    expect(await actions({ user_id: String(userId), action: 'day' })).toEqual(['day.first']);
    expect(await actions({ action: 'DAY.' })).toEqual([
      'day.after',
      'day.last',
      'day.first',
      'day.before',
    ]);
    expect(await actions({ target_kind: 'damage', target_id: '17' })).toEqual(['day.last']);
    expect(await actions({ target_kind: 'damage', target_id: '1' })).toEqual([]);
    expect(await actions({ user_id: String(userId), target_kind: 'damage' })).toEqual([]);
    for (const literal of ['%', '%_o', '\\']) {
      expect(await actions({ action: literal }), literal).toEqual(['100%_odd\\']);
    }
    const empty = { user_id: '', action: '', target_kind: '', target_id: '', from: '', to: '' };
    expect(await actions(empty)).toEqual(await actions({}));
  });

  test('names deleted records and finds them by words of action, label and user', async () => {
    const { post } = applicationsOf(() => t);
    const { body } = await post({ ...whole, first_name: 'Łucja', last_name: 'Nuñez' });
    const remove = (url: string) =>
      t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect((await remove(`/api/application/${body.id}`)).statusCode).toBe(200);
    const { userId } = await t.person('Zoë', 'employee');
    expect((await remove(`/api/users/${userId}`)).statusCode).toBe(200);
    // Like entries older than labels.
    const old = { action: 'job.delete', target_kind: 'job', target_id: '4711' };
    const at = '2024-01-01T00:00:00.000Z';
    const values = { ...old, at, user_id: t.admin.userId, ip: '', detail: '{}' };
    await t.ctx.db.insertInto('audit').values(values).execute();

    const found = async (q: string) =>
      (await read({ q })).json().map(({ action, label }: AuditEntry) => [action, label]);
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
    for (const refused of [
      db.updateTable('audit').set({ action: 'x' }).where('id', '=', old),
      remove.where('id', '=', young),
      remove,
    ]) {
      await expect(refused.execute()).rejects.toThrow(/append-only/);
    }
    await remove.where('id', '=', old).execute();
    const left = db.selectFrom('audit').select('id').where('id', 'in', [old, young]);
    expect(await left.execute()).toEqual([{ id: young }]);
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
    const users = await t.app.inject({ url: '/api/users', headers: t.admin.headers });
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
