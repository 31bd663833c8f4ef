import { beforeEach, describe, expect, test } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import {
  addPasskey,
  addTotp,
  passkeyAnswer,
  proofOf,
  signIn,
  startTotp,
} from '#tests/harness/second-factors.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { closePages, listen, openPage } from '#tests/realtime/pages.ts';
import { newPerson } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { auditOf, mailsOf, messagesTo } from '#tests/records/traces.ts';

const wrongCode = [401, "That code isn't right, or it was already used. Enter the next one."];
const step = 30_000;

onBothWhenFull('one-time codes', (engine) => {
  let clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });
  let person: TestPerson;
  beforeEach(async () => {
    person = await newPerson(t);
  });
  const post = (url: string, body: object, by = person) => send(t, 'POST', url, by, body);
  const state = async () => (await send(t, 'GET', '/api/totp', person)).json();

  test('a sign-in needs the password first, then a code', async () => {
    const { codeAt, codes } = await addTotp(t, person);
    expect(codes).toHaveLength(10);
    const asked = await signIn(t, person);
    expect([asked.statusCode, asked.json().code]).toEqual([401, 'second_factor_required']);
    const refused = await signIn(t, { ...person, password: 'not this one' }, codeAt());
    expect(refused.json()).toEqual({ code: 'invalid_credentials', error: 'Invalid credentials' });
    expect(errorOf(await signIn(t, person, '000000'))).toEqual(wrongCode);
    const opened = await signIn(t, person, codeAt());
    expect(replyOf(opened)).toEqual([200, { token: expect.any(String), role: 'employee' }]);
  });

  test('accepts each code once, and none from before it', async () => {
    const { codeAt } = await addTotp(t, person);
    expect((await signIn(t, person, codeAt(1))).statusCode).toBe(200);
    for (const at of [0, 1]) {
      expect(errorOf(await signIn(t, person, codeAt(at)))).toEqual(wrongCode);
    }
    clock += 2 * step;
    expect((await signIn(t, person, codeAt())).statusCode).toBe(200);
  });

  test('a recovery code works once, however it is typed, and its use is announced', async () => {
    const { codes = [] } = await addTotp(t, person);
    const [code = ''] = codes;
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await signIn(t, person, ` ${typed} `)).statusCode).toBe(200);
    expect((await signIn(t, person, code)).statusCode).toBe(401);
    expect(await state()).toMatchObject({ recovery_codes_left: 9 });
    expect((await messagesTo(t, person))[0]).toBe(
      'A recovery code was used to sign in to your account. 9 are left.',
    );
    const hashes = JSON.stringify(await rowsOf(t, 'recovery_codes'));
    expect(hashes).not.toContain(code.slice(0, 4).concat(code.slice(5, 9)));
  });

  test('the secret is stored encrypted, for its own account only', async () => {
    const { secret, uri } = await startTotp(t, person);
    expect(uri).toBe(
      `otpauth://totp/Kestrel:${person.username}?secret=${secret}&issuer=Kestrel&algorithm=SHA1&digits=6&period=30`,
    );
    const stored = (await rowsOf(t, 'totp_secrets', { user_id: person.userId }))[0]?.secret ?? '';
    expect(stored).not.toContain(secret);
    const read = (text: string, of = person) => t.ctx.tokens.decrypt(text, `totp ${of.userId}`);
    expect(read(stored)).toBe(secret);
    expect([read(stored, t.admin), read(stored.slice(0, -2))]).toEqual([null, null]);
  });

  test('the set-up counts after the first code, and the password alone works until then', async () => {
    const { codeAt } = await startTotp(t, person);
    const confirm = (step?: number) => post('/api/totp/confirm', { otp: codeAt(step) });
    expect((await signIn(t, person)).statusCode).toBe(200);
    const wrong = await confirm(5);
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['otp']]);
    expect((await confirm()).statusCode).toBe(200);
    const confirmed_at = new Date(clock).toISOString();
    expect(await state()).toEqual({ confirmed_at, recovery_codes_left: 10 });
    expect((await post('/api/totp/start', proofOf(person))).statusCode).toBe(409);
    expect((await confirm(1)).statusCode).toBe(409);
  });

  test('removal and new recovery codes need the password or a code', async () => {
    const { codeAt, codes = [] } = await addTotp(t, person);
    const urls = ['/api/totp/recovery-codes', '/api/totp/remove'];
    for (const url of urls) {
      expect((await post(url, {})).statusCode).toBe(400);
      expect((await post(url, { otp: '123456' })).statusCode).toBe(403);
      expect((await post(url, { current_password: 'wrong wrong' })).statusCode).toBe(403);
    }
    const made = await post('/api/totp/recovery-codes', { otp: codeAt() });
    expect(made.json().recovery_codes).toHaveLength(10);
    expect(errorOf(await signIn(t, person, codes[0]))).toEqual(wrongCode);
    expect((await signIn(t, person, made.json().recovery_codes[0])).statusCode).toBe(200);
    expect((await post('/api/totp/remove', proofOf(person))).json()).toEqual({
      message: 'One-time codes are off.',
    });
    expect((await signIn(t, person)).statusCode).toBe(200);
    for (const url of urls) expect((await post(url, proofOf(person))).statusCode).toBe(409);
  });

  test('an admin resets the factors of a lost phone: audited, announced, and signed out', async () => {
    await addTotp(t, person);
    const { authenticator } = await addPasskey(t, person);
    const url = `/api/users/${person.userId}/reset-second-factors`;
    expect((await send(t, 'POST', url, t.admin)).statusCode).toBe(200);
    expect((await send(t, 'GET', '/api/user', person)).statusCode).toBe(401);
    expect((await signIn(t, person)).statusCode).toBe(200);
    const response = await passkeyAnswer(t, authenticator);
    const entered = await send(t, 'POST', '/api/passkeys/sign-in', null, { response });
    expect(entered.statusCode).toBe(401);
    const label = person.username;
    expect(await auditOf(t, { action: 'second-factors.reset' })).toMatchObject([
      { user_id: t.admin.userId, label },
    ]);
    const mails = await mailsOf(t, `${label.replaceAll('-', '')}@example.com`);
    expect(mails.at(-1)?.text).toContain('An admin removed the passkeys and one-time codes');
  });

  test('a reset link doesn’t replace the second factor', async () => {
    const { codeAt } = await addTotp(t, person);
    const link = await send(t, 'POST', `/api/users/${person.userId}/reset-link`, t.admin);
    const code = codeOf(link.json().url);
    const password = 'eighteen wheels';
    const reset = await send(t, 'POST', `/api/reset/${code}`, null, { password });
    expect([reset.statusCode, reset.json().token]).toEqual([200, undefined]);
    const owner = { ...person, password };
    expect((await signIn(t, owner)).json().code).toBe('second_factor_required');
    expect((await signIn(t, owner, codeAt())).statusCode).toBe(200);
  });

  test('an admin cannot reset the own factors', async () => {
    const admin = await newPerson(t, 'admin');
    await addTotp(t, admin);
    const url = `/api/users/${admin.userId}/reset-second-factors`;
    expect((await send(t, 'POST', url, admin)).statusCode).toBe(409);
    expect((await signIn(t, admin)).json().code).toBe('second_factor_required');
  });
});

describe('REQUIRE_SECOND_FACTOR=admins', () => {
  const t = suiteApp('sqlite', { config: { requireSecondFactor: 'admins' } });

  test('an admin without a factor may only set one up, then everything', async () => {
    const admin = await newPerson(t, 'admin');
    const statuses = (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await send(t, 'GET', url, admin)).statusCode));
    const limited = await send(t, 'GET', '/api/users', admin);
    expect(limited.json().code).toBe('second_factor_setup_required');
    expect(await statuses('/api/badges', '/api/user', '/api/sessions')).toEqual([403, 200, 200]);
    await addTotp(t, admin);
    expect(await statuses('/api/users', '/api/badges')).toEqual([200, 200]);
    await send(t, 'POST', '/api/totp/remove', admin, proofOf(admin));
    expect(await statuses('/api/users')).toEqual([403]);
    await addPasskey(t, admin);
    expect(await statuses('/api/users')).toEqual([200]);
  });

  test('an admin without a factor gets no live connection', async () => {
    const url = await listen(t);
    const admin = await newPerson(t, 'admin');
    await expect(openPage(url, admin)).rejects.toThrow('Your account needs a second factor.');
    await addTotp(t, admin);
    expect((await openPage(url, admin)).connected).toBe(true);
    closePages();
  });
});
