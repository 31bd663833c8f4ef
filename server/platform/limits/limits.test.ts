import { expect, test, vi } from 'vitest';
import type { Db } from '../../database/open.ts';
import { Limiter, TokenBucket } from './limiter.ts';
import { Limits, lineOf, networkOf } from './limits.ts';

/** Counts of one process need no database. */
const none = null as unknown as Db;

const limited = { code: 'rate_limited', status: 429, retryAfter: expect.any(Number) };

test('allows exactly the burst, at any clock value', () => {
  const clock = vi.spyOn(performance, 'now');
  for (let step = 0; step < 50; step += 1) {
    const at = step * 1234.567_89 + 0.1;
    clock.mockReturnValue(at);
    const pace = new TokenBucket(100, 5);
    const answers = Array.from({ length: 101 }, () => pace.take(1));
    expect(answers, `at ${at} ms`).toEqual([...Array(100).fill(0), 1]);
  }
});

test('a limiter forgets the keys used longest ago (SEC10)', () => {
  const limiter = new Limiter({ name: 'calls', points: 1, duration: 60, maxKeys: 100 });
  for (let key = 0; key < 1000; key += 1) {
    limiter.add('busy', 1);
    limiter.add('busy', -1);
    limiter.add(`key ${key}`, 1);
  }
  expect(limiter.size).toBe(100);
  limiter.add('busy', 1);
  expect(limiter.wait('busy')).toBe(60);
  expect([limiter.wait('key 999'), limiter.wait('key 0')]).toEqual([60, 0]);
  expect(() => limiter.check('key 999')).not.toThrow();
  limiter.add('key 999', 1);
  expect(() => limiter.check('key 999')).toThrow(expect.objectContaining(limited));
});

test('a count starts over at its end', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const limiter = new Limiter({ name: 'calls', points: 2, duration: 60 });
  limiter.add('one', 1);
  clock.mockReturnValue(60_000);
  limiter.add('one', 1);
  expect(limiter.wait('one')).toBe(1);
  clock.mockReturnValue(61_000);
  expect(limiter.wait('one')).toBe(0);
  limiter.add('one', 1);
  expect(limiter.wait('one')).toBe(0);
});

test('the keys of limiters name no users, devices or addresses', async () => {
  const keys: unknown[] = [];
  for (const method of ['add', 'wait'] as const) {
    vi.spyOn(Limiter.prototype, method).mockImplementation((key: unknown) => {
      keys.push(key);
      return 0;
    });
  }
  const limits = new Limits(true);
  for (const known of [null, { userId: 7 }, { device: 'a device', userId: 7 }]) {
    await limits.checkSignIn('anna', '203.0.113.5', known);
    await limits.signInFailed('anna', '203.0.113.5', known);
  }
  await limits.countForm(none, 'sendInquiry', '203.0.113.5');
  limits.countCall('2001:db8::1');
  limits.countSocket({ userId: 7 });
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys) expect(key).toMatch(/^[\w-]{22}$/);
  // Another process has other keys for the same user.
  const [first] = keys.splice(0);
  await new Limits(true).checkSignIn('anna', '203.0.113.5');
  expect(keys).not.toContain(first);
});

test.each([
  ['203.0.113.5', '203.0.113', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2', '2001:db8:1:2'],
  ['::1', '0:0:0:0', '0:0:0:0'],
])('%s belongs to the network %s and the line %s', (ip, network, line) => {
  expect([networkOf(ip), lineOf(ip)]).toEqual([network, line]);
});

test('a /64 has one share of forms, calls and sockets; another has its own (SEC10)', async () => {
  const limits = new Limits(true);
  const addresses = Array.from({ length: 601 }, (_, n) => `2001:db8:0:1::${n.toString(16)}`);
  for (const ip of addresses.slice(0, 5)) {
    expect(await limits.formWait('sendInquiry', ip)).toBe(0);
    await limits.countForm(none, 'sendInquiry', ip);
  }
  expect(await limits.formWait('sendInquiry', '2001:db8:0:1::6')).toBeGreaterThan(0);
  const sixth = limits.countForm(none, 'sendInquiry', '2001:db8:0:1::6');
  await expect(sixth).rejects.toMatchObject(limited);
  await limits.countForm(none, 'sendInquiry', '2001:db8:0:2::6');
  for (const count of ['countCall', 'countSocket'] as const) {
    for (const ip of addresses.slice(0, 600)) limits[count](ip);
    expect(() => limits[count]('2001:db8:0:1::6')).toThrow(expect.objectContaining(limited));
    limits[count]('2001:db8:0:2::6');
    limits[count]({ userId: 1 });
  }
});

test('a /56 and a /48 have few times the share of a line, whatever their lines (SEC17)', async () => {
  const limits = new Limits(true);
  const sendAll = async (prefix: string) => {
    let sent = 0;
    for (let n = 0; n < 256; n += 1) {
      const ip = `${prefix}${n.toString(16).padStart(2, '0')}::1`;
      if ((await limits.formWait('sendInquiry', ip)) > 0) continue;
      await limits.countForm(none, 'sendInquiry', ip).then(
        () => (sent += 1),
        () => {},
      );
    }
    return sent;
  };
  expect(await sendAll('2001:db8:0:1')).toBe(10);
  let site = 10;
  for (const home of ['2', '3', '4', '5', '6']) site += await sendAll(`2001:db8:0:${home}`);
  expect(site).toBe(40);
  expect(await sendAll('2001:db8:1:1')).toBe(10);
  for (let n = 0; n < 1200; n += 1) limits.countCall(`2001:db8:0:1${(n % 2) + 10}::1`);
  expect(() => limits.countCall('2001:db8:0:1ff::1')).toThrow(expect.objectContaining(limited));
  // What a line is refused isn't counted for its neighbors.
  for (let n = 0; n < 5_000; n += 1) {
    try {
      limits.countCall('2001:db8:7:1::1');
    } catch {}
  }
  limits.countCall('2001:db8:7:2::1');
});
