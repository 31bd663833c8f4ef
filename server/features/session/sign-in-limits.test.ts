import { describe, expect, test, vi } from 'vitest';
import { suiteApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';

/** The network of the office, and of whoever attacks from there. */
const office = '203.0.113.5';
const neighbor = '203.0.113.77';

/** Signs in as a browser does: it keeps the device token and sends it with the next sign-in. */
function browserOf(t: TestApp, remoteAddress: string, deviceToken?: string) {
  let kept = deviceToken;
  return {
    get deviceToken() {
      return kept ?? '';
    },
    async signIn({ username }: Pick<TestPerson, 'username'>, password: string) {
      const response = await t.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password },
        remoteAddress,
        headers: kept === undefined ? {} : { 'x-device-token': kept },
      });
      const given = response.headers['x-device-token'];
      if (typeof given === 'string') kept = given;
      return response;
    },
  };
}

async function statusesOf(count: number, attempt: (n: number) => Promise<{ statusCode: number }>) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await attempt(n)).statusCode);
  return statuses;
}

/** Runs the work and returns how many passwords were hashed: a check that a limit ends hashes nothing. */
async function hashesIn({ ctx: { passwords } }: TestApp, work: () => Promise<unknown>) {
  let hashes = 0;
  const check = passwords.check.bind(passwords);
  const spy = vi.spyOn(passwords, 'check').mockImplementation(async (...args) => {
    const fits = await check(...args);
    hashes += 1;
    return fits;
  });
  await work();
  spy.mockRestore();
  return hashes;
}

/** How often each status occurs. */
const counted = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((each) => each === one).length]),
  );

describe('sign-in under attack (SEC10)', () => {
  let clock = Date.parse('2026-11-20T16:00:00.000Z');
  const now = () => new Date(clock);
  const t = suiteApp('sqlite', { config: { rateLimits: true }, now });

  test('a known device signs in from the network that attacks its account', async () => {
    const owner = await t.person('owner', 'admin');
    const known = browserOf(t, office);
    expect((await known.signIn(owner, owner.password)).statusCode).toBe(200);

    const attacker = browserOf(t, neighbor);
    const guesses = await statusesOf(50, () => attacker.signIn(owner, 'a guess'));
    expect(counted(guesses)).toEqual({ 401: 5, 429: 45 });
    const stranger = await browserOf(t, office).signIn(owner, owner.password);
    expect([stranger.statusCode, stranger.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);

    expect((await known.signIn(owner, 'a typo')).statusCode).toBe(401);
    const response = await known.signIn(owner, owner.password);
    expect(Object.keys(response.json()).toSorted()).toEqual(['role', 'token']);
  });

  test('a stolen device token allows ten failures, and none on another device', async () => {
    const owner = await t.person('robbed', 'employee');
    const [lost, other] = [browserOf(t, office), browserOf(t, '198.51.100.1')];
    await lost.signIn(owner, owner.password);
    await other.signIn(owner, owner.password);
    const copies = [browserOf(t, '192.0.2.1', lost.deviceToken), lost];
    const guess = (n: number) => (copies[n % 2] ?? lost).signIn(owner, `guess ${n}`);
    expect(counted(await statusesOf(14, guess))).toEqual({ 401: 10, 429: 4 });
    expect((await lost.signIn(owner, owner.password)).statusCode).toBe(429);
    expect((await other.signIn(owner, owner.password)).statusCode).toBe(200);
  });

  test('a device token counts only for the accounts that signed in with it', async () => {
    const one = await t.person('shared one', 'employee');
    const two = await t.person('shared two', 'employee');
    const third = await t.person('shared three', 'admin');
    const shared = browserOf(t, '198.51.100.40');
    for (const person of [one, two]) await shared.signIn(person, person.password);
    // Someone who works here attacks a colleague with a device token of their own.
    const guesses = await statusesOf(7, () => shared.signIn(third, 'a guess'));
    expect(counted(guesses)).toEqual({ 401: 5, 429: 2 });
    for (const person of [one, two]) {
      const attacker = browserOf(t, '198.51.100.41');
      await statusesOf(6, () => attacker.signIn(person, 'a guess'));
      expect((await attacker.signIn(person, person.password)).statusCode).toBe(429);
      expect((await shared.signIn(person, person.password)).statusCode).toBe(200);
    }
  });

  test('a forged, altered, foreign or expired device token counts as none', async () => {
    const owner = await t.person('forged', 'employee');
    const known = browserOf(t, '198.18.0.80');
    await known.signIn(owner, owner.password);
    const own = known.deviceToken;
    const [payload = '', signature = ''] = own.split('.');
    const contents = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = JSON.stringify({ ...contents, id: 'another' });
    const altered = Buffer.from(other).toString('base64url');
    const from = (token?: string) => browserOf(t, '198.18.0.81', token);
    expect(counted(await statusesOf(5, () => from().signIn(owner, 'a guess')))).toEqual({ 401: 5 });
    for (const token of [
      ...['', 'garbage', owner.token, 'x'.repeat(10_000), t.ctx.tokens.sign(payload)],
      ...[`${altered}.${signature}`, `${payload}.${signature.slice(0, -1)}`, `${payload}.`],
      `${payload}.${t.ctx.tokens.sign(payload)}`,
    ]) {
      const response = await from(token).signIn(owner, owner.password);
      expect(response.statusCode, token.slice(0, 60)).toBe(429);
    }
    const before = clock;
    clock += 401 * 86_400_000;
    expect((await from(own).signIn(owner, owner.password)).statusCode).toBe(429);
    clock = before;
    expect((await known.signIn(owner, owner.password)).statusCode).toBe(200);
  });

  test('two hundred networks get fifty guesses an hour at one name', async () => {
    const owner = await t.person('famous', 'admin');
    const known = browserOf(t, '192.0.2.90');
    await known.signIn(owner, owner.password);
    const hashes = await hashesIn(t, async () => {
      const guess = (n: number) => browserOf(t, `10.1.${n}.1`).signIn(owner, 'a guess');
      expect(counted(await statusesOf(200, guess))).toEqual({ 401: 50, 429: 150 });
    });
    expect(hashes).toBe(50);
    expect((await known.signIn(owner, owner.password)).statusCode).toBe(200);
  });

  test('the guesses of one address are hashed thirty times at most, also in parallel', async () => {
    const victim = await t.person('victim', 'employee');
    const known = browserOf(t, '198.18.7.5');
    expect((await known.signIn(victim, victim.password)).statusCode).toBe(200);
    const attacker = browserOf(t, '198.18.7.66');
    const statuses: number[] = [];
    const hashes = await hashesIn(t, async () => {
      for (let burst = 0; burst < 4; burst += 1) {
        const guesses = Array.from({ length: 50 }, (_, n) =>
          attacker.signIn(n % 2 ? victim : { username: `name ${burst} ${n}` }, `guess ${n}`),
        );
        statuses.push(...(await Promise.all(guesses)).map(({ statusCode }) => statusCode));
      }
    });
    expect(statuses).toHaveLength(200);
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(hashes).toBeLessThanOrEqual(30);
    // From the attacker's own network.
    expect((await known.signIn(victim, victim.password)).statusCode).toBe(200);
  });

  test('a network gets twenty failures a minute over all names (SEC10)', async () => {
    const hashes = await hashesIn(t, async () => {
      const attempt = (n: number) =>
        browserOf(t, `100.64.9.${n % 250}`).signIn({ username: `name ${n}` }, 'a guess');
      expect(counted(await statusesOf(200, attempt))).toEqual({ 401: 20, 429: 180 });
    });
    expect(hashes).toBe(20);
    // A /64 is one network; the next /64 is another.
    const six = (address: string) => (n: number) =>
      browserOf(t, address.replace('*', n.toString(16))).signIn({ username: 'anna' }, 'a guess');
    expect(counted(await statusesOf(7, six('2001:db8:0:1::*')))).toEqual({ 401: 5, 429: 2 });
    expect(await statusesOf(1, six('2001:db8:0:2::*'))).toEqual([401]);
  });
});
