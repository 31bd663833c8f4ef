import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { rowsOf } from '#tests/records/stored.ts';

describe('audited events', () => {
  let clock = Date.parse('2026-03-02T15:00:00.000Z');
  const minutes = (count: number) => {
    clock += count * 60_000;
  };
  /** The ids of the entries that the server log got since the last call. */
  const logged: number[] = [];
  const write = (line: string) => {
    const { msg, id } = JSON.parse(line);
    if (msg === 'audit') logged.push(id);
  };
  const t = suiteApp('sqlite', {
    ...{ config: { tokenHours: 12 }, log: pino({}, { write }), now: () => new Date(clock) },
  });
  // Windows of earlier tests end.
  beforeEach(async () => {
    minutes(61);
    await written();
  });

  let last = 0;
  /** Stores waiting events and returns the entries since the last call, oldest first; the log has each of them once. */
  const written = async () => {
    await t.ctx.auditEvents.flush();
    const rows = (await rowsOf(t, 'audit', {}, 'id')).filter(({ id }) => id > last);
    last = rows.at(-1)?.id ?? last;
    expect(logged.splice(0)).toEqual(rows.map(({ id }) => id));
    return rows.map(({ id: _, label_folded: __, detail, ...row }) => ({
      ...row,
      detail: JSON.parse(detail),
    }));
  };
  const files = ownedFilesOf(() => t);
  const get = (url: string, by: TestPerson) => send(t, 'GET', url, by);
  const signIn = (username: string, password: string, remoteAddress = '203.0.113.7') =>
    t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
      remoteAddress,
    });

  test('a failed sign-in names the account, never what was typed into the name field (SEC34)', async () => {
    const at = new Date(clock).toISOString();
    expect((await signIn('EMIL', 'not his password')).statusCode).toBe(401);
    expect((await signIn('hunter2-typed-as-name', 'x')).statusCode).toBe(401);
    const refused = { at, user_id: null, ip: '203.0.113.7', action: 'session.refused', detail: {} };
    const rows = await written();
    expect(rows).toEqual([
      { ...refused, target_kind: 'user', target_id: String(t.employee.userId), label: 'emil' },
      { ...refused, target_kind: '', target_id: '', label: '' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    expect((await signIn('emil', t.employee.password)).statusCode).toBe(200);
  });

  test('an employee who asks for another’s file is recorded with its key, never with text from the URL (SEC34)', async () => {
    const other = await t.person(`other ${clock}`, 'employee');
    const file = await files.keyOf(await files.give('settlements', [other]));
    await written();
    const presign = `/api/settlements/presigned-get?path=${file}`;
    expect((await get(presign, t.employee)).statusCode).toBe(404);
    const garbage = '/api/settlements/presigned-get?path=%0Aforged%20line';
    expect((await get(garbage, t.employee)).statusCode).toBe(404);
    const rows = await written();
    expect(rows.map(({ label }) => label)).toEqual([
      `GET /api/settlements/presigned-get ${file}`,
      'GET /api/settlements/presigned-get',
    ]);
  });

  test('an employee who is refused an admin call is recorded once per window (SEC34)', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await get('/api/applications', t.employee)).statusCode).toBe(403);
    }
    const rows = await written();
    const [target_id, at] = ['GET /api/applications', new Date(clock).toISOString()];
    expect(rows).toEqual([
      {
        ...{ at, user_id: t.employee.userId, ip: '127.0.0.1', action: 'access.refused' },
        ...{ target_kind: 'call', target_id, label: target_id, detail: { code: 'forbidden' } },
      },
    ]);
    // Honest: an admin's missing record and a stranger's unknown path.
    await get('/api/users/2000000000', t.admin);
    await t.app.inject('/api/no-such-call');
    expect((await written()).filter(({ action }) => action === 'access.refused')).toEqual([]);
  });

  test('reads of personal lists are recorded once per hour with a count', async () => {
    const lists = [
      ['/api/applications', 'Applications'],
      ['/api/users', 'Users'],
      ['/api/employees', 'Employees'],
      ['/api/employee-files/grouped', 'Files of employees'],
      ['/api/audit', 'Audit log'],
    ] as const;
    for (const [url] of [...lists, ...lists]) {
      expect((await get(url, t.admin)).statusCode, url).toBe(200);
    }
    await t.app.inject({ method: 'HEAD', url: '/api/users', headers: t.admin.headers });
    // Employees get names only.
    expect((await get('/api/users', t.employee)).statusCode).toBe(200);
    const rows = await written();
    expect(rows.map(({ action, label, user_id }) => [action, label, user_id])).toEqual(
      lists.map(([, label]) => ['list.read', label, t.admin.userId]),
    );
    minutes(61);
    expect((await written()).map(({ detail }) => detail.times)).toEqual([1, 1, 1, 1, 1]);
  });
});

test('a limit hit is recorded once per network and window, with few entries per day', async () => {
  let clock = Date.parse('2026-03-02T15:00:00.000Z');
  const now = () => new Date(clock);
  const t = await startApp('sqlite', { now, config: { rateLimits: true } });
  onTestFinished(t.close);
  const body = { username: 'emil', password: 'guess' };
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    statuses.push((await send(t, 'POST', '/api/login', null, body)).statusCode);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  const limits = async () => {
    await t.ctx.auditEvents.flush();
    const rows = await rowsOf(t, 'audit', { action: 'limit.reached' }, 'id');
    return rows.map(({ label, detail }) => [label, detail]);
  };
  expect(await limits()).toEqual([['POST /api/login', '{"code":"rate_limited"}']]);

  for (let n = 0; n < 2_100; n += 1) {
    const ip = `10.${n >> 8}.${n & 255}.1`;
    t.ctx.auditEvents.note({ userId: null, ip, action: 'limit.reached' });
  }
  // One for the first network, 1,999 others, and one for the rest.
  expect((await limits()).length).toBe(2_001);
  clock += 11 * 60_000;
  const [last] = (await limits()).slice(-1);
  expect(JSON.parse(String(last?.[1]))).toMatchObject({ times: 100 });
});
