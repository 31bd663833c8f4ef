import { afterAll, beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { read } from '#tests/records/stored.ts';
import { dutyEnd } from './duty.service.ts';

/** Noon of a Wednesday in Chicago. */
const noon = Date.parse('2026-12-16T18:00:00Z');
const hourMs = 3_600_000;

onBothWhenFull('duty', (engine) => {
  let now = noon;
  const t = suiteApp(engine, { config: { tokenHours: 48 }, now: () => new Date(now) });
  beforeEach(async () => {
    now = noon;
    await t.ctx.db.deleteFrom('duty').execute();
  });
  afterAll(closePages);

  const list = (by: TestPerson) => read(t, '/api/duty', by);
  const set = ({ userId }: TestPerson, body: object = {}, by = t.admin) =>
    send(t, 'PUT', `/api/duty/${userId}`, by, body);

  test('is visible to everyone, updates open pages, and ends by itself', async () => {
    const url = await listen(t);
    const events = eventsOn(await openPage(url, t.employee), 'duty');
    const night = await t.person('night', 'admin');
    expect((await set(t.admin)).statusCode).toBe(200);
    expect((await set(night, { until_minute: 90 })).json().message).toBe(
      'night is on duty until Thursday 1:30 AM Central.',
    );
    const both = [
      { user_id: t.admin.userId, until: '2026-12-16T23:00:00.000Z' },
      { user_id: night.userId, until: '2026-12-17T07:30:00.000Z' },
    ];
    expect(await list(t.employee)).toEqual(both);
    await drain();
    expect(events).toHaveLength(2);
    now += 5 * hourMs;
    expect(await list(t.employee)).toEqual([both[1]]);
    now += 9 * hourMs;
    expect(await list(t.admin)).toEqual([]);
  });

  test('is changed and ended by any admin', async () => {
    const other = await t.person('other', 'admin');
    await set(other, { until_minute: 1200 });
    await set(other, { until_minute: 1260 }, other);
    expect(await list(other)).toEqual([
      { user_id: other.userId, until: '2026-12-17T03:00:00.000Z' },
    ]);
    const end = () => send(t, 'DELETE', `/api/duty/${other.userId}`, t.admin);
    expect([(await end()).statusCode, (await end()).statusCode]).toEqual([200, 200]);
    expect(await list(other)).toEqual([]);
  });

  test('is only of open accounts of admins', async () => {
    const leaver = await t.person('leaver', 'admin');
    await set(leaver);
    expect((await set(t.employee)).statusCode).toBe(404);
    await send(t, 'PUT', `/api/users/${leaver.userId}`, t.admin, { user_role: 'employee' });
    expect(await list(t.employee)).toEqual([]);
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
