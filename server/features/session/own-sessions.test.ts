import { beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#contract/session.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { sessionActorOf, suiteApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import { until } from '#tests/harness/until.ts';
import { isSignedIn, newPerson } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import type { Ended } from '../../platform/accounts/access.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const minute = 60_000;

async function lastSeenOf(t: TestApp, { userId }: TestPerson): Promise<number> {
  const [session] = await rowsOf(t, 'sessions', { user_id: userId });
  return Date.parse(session?.last_seen_at ?? '');
}

describe('sessions', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  let person: TestPerson;
  beforeEach(async () => {
    person = await newPerson(t);
  });

  async function signInWith(userAgent: string): Promise<TestPerson> {
    const { username, password } = person;
    const headers = { 'user-agent': userAgent };
    const response = await send(t, 'POST', '/api/login', null, { username, password }, headers);
    const { token } = response.json();
    return { ...person, token, headers: { authorization: `Bearer ${token}` } };
  }
  const list = async (by: TestPerson): Promise<Session[]> =>
    (await send(t, 'GET', '/api/sessions', by)).json();
  const works = (by: TestPerson) => isSignedIn(t, by);

  test('lists the own open sessions, newest first, without their token ids', async () => {
    const started = new Date(clock).toISOString();
    clock += minute;
    const phone = await signInWith(android);
    const now = new Date(clock).toISOString();
    const sessions = await list(phone);
    expect(sessions).toMatchObject([
      { created_at: now, last_seen_at: now, device: 'Chrome on Android', current: true },
      { created_at: started, last_seen_at: started, device: 'Unknown device', current: false },
    ]);
    expect(sessions[0]?.ip).toBe('127.0.0.1');
    expect(JSON.stringify(sessions)).not.toContain(sessionActorOf(phone).jti);
  });

  test('ends another device and disconnects it; this one stays', async () => {
    const phone = await signInWith(android);
    const other = (await list(person)).find(({ device }) => device === 'Chrome on Android');
    const ended: Ended[] = [];
    t.ctx.accountEvents.onEnded((who) => ended.push(who));
    const end = () => send(t, 'DELETE', `/api/sessions/${other?.id}`, person);
    expect((await end()).json()).toEqual({ message: 'Device signed out.' });
    expect([await works(person), await works(phone)]).toEqual([true, false]);
    expect(ended).toEqual([{ jti: expect.any(String) }]);
    expect((await end()).statusCode).toBe(404);
  });

  test("another user's session is unknown", async () => {
    const [own] = await list(person);
    const response = await send(t, 'DELETE', `/api/sessions/${own?.id}`, t.admin);
    expect(errorOf(response)).toEqual([404, 'This device is already signed out.']);
    expect(await works(person)).toBe(true);
  });

  test('ends all other devices at once', async () => {
    const others = [await signInWith(android), await signInWith('curl/8')];
    const response = await send(t, 'POST', '/api/sessions/end-others', person);
    expect(response.json()).toEqual({ message: 'All other devices are signed out.' });
    expect(await Promise.all([person, ...others].map(works))).toEqual([true, false, false]);
    expect(await list(person)).toHaveLength(1);
    expect((await list(t.admin)).length).toBeGreaterThan(0);
  });

  test('records the last use, and writes at most every five minutes', async () => {
    await works(person);
    const start = clock;
    clock += 4 * minute;
    await works(person);
    expect(await lastSeenOf(t, person)).toBe(start);
    clock += 2 * minute;
    await works(person);
    const isSeen = async () => (await lastSeenOf(t, person)) === clock;
    await until('the use is recorded', 10_000, isSeen);
  });
});

describe('SESSION_IDLE_MINUTES', () => {
  let clock = Date.now();
  const config = { sessionIdleMinutes: 20 };
  const t = suiteApp('sqlite', { config, now: () => new Date(clock) });

  test('ends a session without requests, and never one in use', async () => {
    const idle = await t.person('ines', 'employee');
    const busy = await t.person('bruno', 'employee');
    for (let n = 0; n < 4; n += 1) {
      clock += 19 * minute;
      expect(await isSignedIn(t, busy)).toBe(true);
      const isSeen = async () => (await lastSeenOf(t, busy)) > clock - 5 * minute;
      await until('the use is recorded', 10_000, isSeen);
    }
    expect(await isSignedIn(t, idle)).toBe(false);
    clock += 26 * minute;
    expect(await isSignedIn(t, busy)).toBe(false);
  });
});
