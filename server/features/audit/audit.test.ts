import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { applicationsOf, whole } from '../../../tests/harness/applications.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { recordAudit } from '../../platform/audit.ts';

type Entry = Parameters<typeof recordAudit>[2];

onBothDatabases('the audit log', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
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
  afterAll(() => t.close());

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
    const first = await read({ q: 'delete', limit: '2' });
    const before = String(first.headers['x-next-before']);
    const second = await read({ q: 'delete', limit: '2', before });
    const pages = [...first.json(), ...second.json()].map((entry: AuditEntry) => entry.action);
    expect(pages).toEqual(['user.close', 'application.delete', 'job.delete']);
  });

  test('returns 400 with the name of an invalid filter', async () => {
    const bad: [string, string][] = [
      ['user_id', 'anna'],
      ['user_id', '0'],
      ['from', '2026-02-30'],
      ['to', 'yesterday'],
      ['action', 'x'.repeat(101)],
      ['target_kind', 'a\u0000b'],
      ['target_id', 'a\u0000b'],
      ['q', 'x'.repeat(101)],
      ['q', 'a\u0000b'],
      ['limit', '0'],
      ['before', 'x'],
    ];
    for (const [name, value] of bad) {
      const response = await read({ [name]: value });
      expect([response.statusCode, Object.keys(response.json().fields)], name).toEqual([
        400,
        [name],
      ]);
    }
    const twice = await t.app.inject({
      url: '/api/audit?action=a&action=b',
      headers: t.admin.headers,
    });
    expect(twice.statusCode).toBe(400);
  });

  test('returns 100 entries by default and pages correctly while others write', async () => {
    for (let n = 0; n < 120; n += 1) {
      const at = new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(n / 3)));
      await recordAudit(t.ctx.db, at, {
        userId: null,
        ip: '',
        action: `page.n${n}`,
      } as unknown as Entry);
    }
    const first = await read({ action: 'page.' });
    expect(first.json()).toHaveLength(100);
    await recordAudit(t.ctx.db, new Date(), {
      userId: null,
      ip: '',
      action: 'page.new',
    } as unknown as Entry);
    const before = String(first.headers['x-next-before']);
    const second = await read({ action: 'page.', before });
    expect(second.headers['x-next-before']).toBeUndefined();
    const all = [...first.json(), ...second.json()].map((entry: AuditEntry) => entry.action);
    expect(all).toEqual(Array.from({ length: 120 }, (_, n) => `page.n${119 - n}`));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('rejects %s', async (method) => {
    const count = () => t.ctx.db.selectFrom('audit').select('id').execute();
    const before = await count();
    for (const url of ['/api/audit', '/api/audit/1']) {
      const response = await t.app.inject({ method, url, headers: t.admin.headers, payload: {} });
      expect([405, 404]).toContain(response.statusCode);
    }
    const refused = await t.app.inject({ method, url: '/api/audit', headers: t.admin.headers });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(await count()).toEqual(before);
  });

  test('rejects updates and deletes in the database', async () => {
    const { db } = t.ctx;
    await expect(db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toThrow(
      /append-only/,
    );
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow(/append-only/);
  });
});
