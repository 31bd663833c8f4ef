import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  cut,
  type SiteverifyDouble,
  silence,
  slowBody,
  startSiteverify,
} from '#tests/harness/siteverify.ts';
import { openRecaptcha } from './recaptcha.ts';

const config = {
  recaptcha: { siteKey: 'site', secret: 'the secret' },
  publicUrl: 'https://www.kestrel.example.com:8443',
};
const person = { success: true, action: 'submit', score: 0.5, hostname: 'www.kestrel.example.com' };
let google: SiteverifyDouble;
let passed = 0;
const now = () => new Date(1_800_000_000_000 + passed);

beforeEach(async () => {
  google = await startSiteverify();
  passed = 0;
});
afterEach(() => google.close());

test('does not flag a person, and sends Google only the secret and the token', async () => {
  google.answer = person;
  const verifyCaptcha = openRecaptcha(config, now, google.url);
  expect(await verifyCaptcha('a token')).toEqual({ flagged: false });
  const sent = { secret: 'the secret', response: 'a token' };
  expect(google.requested.map((form) => Object.fromEntries(form))).toEqual([sent]);
});

test.each([
  ['a low score', { ...person, score: 0.49 }],
  ['another action', { ...person, action: 'login' }],
  ['another host', { ...person, hostname: 'elsewhere.example.com' }],
  ['a failure', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['broken JSON', '{"success": true'],
  ['an error 500', 500],
  ['a connection that breaks', cut],
])('flags %s (SEC26)', async (_name, answer) => {
  google.answer = answer;
  expect(await openRecaptcha(config, now, google.url)('token')).toEqual({ flagged: true });
});

test.each([
  ['silence', silence],
  ['a body that does not end', slowBody],
])('flags %s in under 3 s (SEC26, FLT18)', async (_name, answer) => {
  google.answer = answer;
  const soon = AbortSignal.timeout(50);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
  expect(await openRecaptcha(config, now, google.url)('token')).toEqual({ flagged: true });
  expect(timeout.mock.calls).toEqual([[2_500]]);
});

test('flags a missing token without a request', async () => {
  expect(await openRecaptcha(config, now, google.url)('')).toEqual({ flagged: true });
  expect(google.requested).toEqual([]);
});

test('accepts a token once, also when two requests arrive at once or after two minutes (SEC26)', async () => {
  google.answer = person;
  const verifyCaptcha = openRecaptcha(config, now, google.url);
  const both = await Promise.all([verifyCaptcha('same'), verifyCaptcha('same')]);
  expect(both.map(({ flagged }) => flagged).sort()).toEqual([false, true]);
  passed = 121_000;
  expect(await verifyCaptcha('same')).toEqual({ flagged: true });
  expect(await verifyCaptcha('other')).toEqual({ flagged: false });
  expect(google.requested).toHaveLength(2);
});

test('flags nothing and sends no request without a configuration', async () => {
  const verifyCaptcha = openRecaptcha({ ...config, recaptcha: null }, now, google.url);
  expect(await verifyCaptcha('')).toEqual({ flagged: false });
  expect(google.requested).toEqual([]);
});
