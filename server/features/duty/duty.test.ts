import { expect, onTestFinished, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { dutyEnd } from './duty.service.ts';

/** Noon of a Wednesday in Chicago. */
const noon = Date.parse('2026-12-16T18:00:00Z');
const hourMs = 3_600_000;

onBothWhenFull('duty', (engine) => {
  async function office() {
    let now = noon;
    const t = await startApp(engine, { config: { tokenHours: 48 }, now: () => new Date(now) });
    onTestFinished(async () => {
      closePages();
      await t.close();
    });
    const wait = (ms: number) => {
      now += ms;
    };
    return { t, wait };
  }
  const list = async (t: TestApp, by: TestPerson) => (await send(t, 'GET', '/api/duty', by)).json();
  const set = (t: TestApp, { userId }: TestPerson, body: object = {}, by = t.admin) =>
    send(t, 'PUT', `/api/duty/${userId}`, by, body);

  test('is visible to everyone, updates open pages, and ends by itself', async () => {
    const { t, wait } = await office();
    const url = await listen(t);
    const events = eventsOn(await openPage(url, t.employee), 'duty');
    const night = await t.person('night', 'admin');
    expect((await set(t, t.admin)).statusCode).toBe(200);
    expect((await set(t, night, { until_minute: 90 })).json().message).toBe(
      'night is on duty until Thursday 1:30 AM Central.',
    );
    const both = [
      { user_id: t.admin.userId, until: '2026-12-16T23:00:00.000Z' },
      { user_id: night.userId, until: '2026-12-17T07:30:00.000Z' },
    ];
    expect(await list(t, t.employee)).toEqual(both);
    await drain();
    expect(events).toHaveLength(2);
    wait(5 * hourMs);
    expect(await list(t, t.employee)).toEqual([both[1]]);
    wait(9 * hourMs);
    expect(await list(t, t.admin)).toEqual([]);
  });

  test('is changed and ended by any admin, with an audit entry of each', async () => {
    const { t } = await office();
    const other = await t.person('other', 'admin');
    await set(t, other, { until_minute: 1200 });
    await set(t, other, { until_minute: 1260 }, other);
    expect(await list(t, other)).toEqual([
      { user_id: other.userId, until: '2026-12-17T03:00:00.000Z' },
    ]);
    const end = () => send(t, 'DELETE', `/api/duty/${other.userId}`, t.admin);
    expect([(await end()).statusCode, (await end()).statusCode]).toEqual([200, 200]);
    expect(await list(t, other)).toEqual([]);
    const log = await t.ctx.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'label'])
      .where('action', 'like', 'duty.%')
      .orderBy('id')
      .execute();
    const label = 'other';
    expect(log).toEqual([
      { action: 'duty.start', user_id: t.admin.userId, label },
      { action: 'duty.start', user_id: other.userId, label },
      { action: 'duty.end', user_id: t.admin.userId, label },
    ]);
  });

  test('is only of open accounts of admins', async () => {
    const { t } = await office();
    const leaver = await t.person('leaver', 'admin');
    await set(t, leaver);
    expect((await set(t, t.employee)).statusCode).toBe(404);
    expect((await set(t, t.admin, {}, t.employee)).statusCode).toBe(403);
    await send(t, 'PUT', `/api/users/${leaver.userId}`, t.admin, { user_role: 'employee' });
    expect(await list(t, t.employee)).toEqual([]);
  });
});

test('a duty ends at its time today or tomorrow, by default with the office hours', () => {
  const noon = new Date('2026-03-11T17:00:00Z');
  expect(dutyEnd(noon, null)).toBe('2026-03-11T22:00:00.000Z');
  expect(dutyEnd(noon, 20 * 60 + 15)).toBe('2026-03-12T01:15:00.000Z');
  expect(dutyEnd(noon, 12 * 60)).toBe('2026-03-12T17:00:00.000Z');
  // At night: until the office opens. Daylight saving begins on March 8.
  expect(dutyEnd(new Date('2026-03-08T02:00:00Z'), null)).toBe('2026-03-09T12:00:00.000Z');
  expect(dutyEnd(new Date('2026-03-08T02:00:00Z'), 6 * 60)).toBe('2026-03-08T11:00:00.000Z');
  // In the second of the two hours at the end of daylight saving, and in the hour that its beginning leaves out.
  expect(dutyEnd(new Date('2026-11-01T01:15-06:00'), 90)).toBe('2026-11-01T07:30:00.000Z');
  expect(dutyEnd(new Date('2026-03-08T01:15-06:00'), 150)).toBe('2026-03-08T08:30:00.000Z');
});
