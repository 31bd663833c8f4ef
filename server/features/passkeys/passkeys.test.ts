import { beforeEach, describe, expect, test } from 'vitest';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { Authenticator } from '#tests/harness/authenticator.ts';
import {
  addPasskey,
  newPasskey,
  passkeyAnswer,
  proofOf,
  signIn,
} from '#tests/harness/second-factors.ts';
import { newPerson, signedInAgain } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { auditOf, linkedMessagesTo, mailsOf } from '#tests/records/traces.ts';

const notAdded = "This passkey couldn't be added. Try again.";
const refused = [401, "This passkey didn't work. Try again, or log in with your password."];

describe('passkeys', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  let person: TestPerson;
  beforeEach(async () => {
    person = await newPerson(t);
  });

  const add = (by: TestPerson, response: object, name = 'Phone') =>
    send(t, 'POST', '/api/passkeys', by, { name, response });
  const enter = (response: object) => send(t, 'POST', '/api/passkeys/sign-in', null, { response });
  const ask = (by: TestPerson) =>
    send(t, 'POST', '/api/passkeys/registration-options', by, proofOf(by));
  const options = async () =>
    (await t.app.inject({ method: 'POST', url: '/api/passkeys/sign-in-options' })).json();

  test('registers a passkey, signs in with it and lists it', async () => {
    const { authenticator } = await addPasskey(t, person, 'My phone');
    const response = await enter(await passkeyAnswer(t, authenticator));
    expect(response.json()).toEqual({ token: expect.any(String), role: 'employee' });
    const headers = { authorization: `Bearer ${response.json().token}` };
    const listed = await send(t, 'GET', '/api/passkeys', { headers });
    const at = new Date(clock).toISOString();
    expect(listed.json()).toMatchObject([{ name: 'My phone', created_at: at, last_used_at: at }]);
  });

  test('adding a passkey or codes needs the password', async () => {
    for (const url of ['/api/passkeys/registration-options', '/api/totp/start']) {
      const statuses = [];
      for (const body of [{}, { current_password: 'not this one' }]) {
        statuses.push((await send(t, 'POST', url, person, body)).statusCode);
      }
      expect(statuses).toEqual([400, 403]);
    }
    expect((await signIn(t, person)).statusCode).toBe(200);
  });

  test('a passkey makes the password alone insufficient; removing the last one undoes that', async () => {
    expect((await signIn(t, person)).statusCode).toBe(200);
    const { id, codes } = await addPasskey(t, person);
    expect(codes).toHaveLength(10);
    expect((await signIn(t, person)).json().code).toBe('second_factor_required');
    expect((await signIn(t, person, codes?.[0])).statusCode).toBe(200);
    const url = `/api/passkeys/${id}/remove`;
    expect((await send(t, 'POST', url, person, { otp: codes?.[1] })).statusCode).toBe(200);
    expect((await signIn(t, person)).statusCode).toBe(200);
    expect(await rowsOf(t, 'recovery_codes', { user_id: person.userId })).toEqual([]);
  });

  test('refuses an answer that was already used', async () => {
    const { authenticator } = await addPasskey(t, person);
    const answer = await passkeyAnswer(t, authenticator);
    expect((await enter(answer)).statusCode).toBe(200);
    expect(errorOf(await enter(answer))).toEqual(refused);
  });

  test('refuses a challenge after five minutes, and one that was never issued', async () => {
    const { authenticator } = await addPasskey(t, person);
    const answer = await passkeyAnswer(t, authenticator);
    const { response } = await newPasskey(t, person);
    clock += 5 * 60_000 + 1;
    expect(errorOf(await enter(answer))).toEqual(refused);
    expect(errorOf(await add(person, response))).toEqual([400, notAdded]);
    const invented = authenticator.answer({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect(errorOf(await enter(invented))).toEqual(refused);
    await options();
    const at = new Date(clock).toISOString();
    const left = await rowsOf(t, 'passkey_challenges');
    expect(left.filter(({ expires_at }) => expires_at <= at)).toEqual([]);
  });

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('refuses %s', async (_, at) => {
    const { authenticator } = await addPasskey(t, person);
    expect(errorOf(await enter(authenticator.answer(await options(), at)))).toEqual(refused);
    const made = new Authenticator().register((await ask(person)).json(), at);
    expect(errorOf(await add(person, made))).toEqual([400, notAdded]);
  });

  test("refuses another user's credential id, handle and signature", async () => {
    const other = await newPerson(t);
    const own = (await addPasskey(t, person)).authenticator;
    const theirs = (await addPasskey(t, other)).authenticator;
    const stolenId = { ...(await passkeyAnswer(t, own)), id: theirs.id, rawId: theirs.id };
    expect(errorOf(await enter(stolenId))).toEqual(refused);
    const answer = await passkeyAnswer(t, own);
    const foreign = (await passkeyAnswer(t, theirs)).response;
    for (const part of [{ userHandle: foreign.userHandle }, { signature: foreign.signature }]) {
      const fresh = await passkeyAnswer(t, own);
      const forged = { ...answer, response: { ...fresh.response, ...part } };
      expect(errorOf(await enter(forged))).toEqual(refused);
    }
    await t.ctx.auditEvents.flush({ all: true });
    const log = await auditOf(t, { action: 'session.refused' });
    expect(log.map(({ label }) => label)).toContain('Phone');
  });

  test('refuses the registration of another user or session, and a known credential', async () => {
    const other = await newPerson(t);
    const { response } = await newPasskey(t, person);
    expect(errorOf(await add(other, response))).toEqual([400, notAdded]);
    expect(errorOf(await add(await signedInAgain(t, person), response))).toEqual([400, notAdded]);
    expect((await add(person, response)).statusCode).toBe(201);
    expect(errorOf(await add(person, response))).toEqual([400, notAdded]);

    const { authenticator } = await addPasskey(t, person);
    const known = authenticator.register((await ask(other)).json());
    expect(errorOf(await add(other, known))).toEqual([400, notAdded]);
  });

  test('a sign-in challenge registers nothing, and a registration challenge signs in nobody', async () => {
    const { authenticator } = await addPasskey(t, person);
    const made = new Authenticator().register({ ...(await options()), user: { id: 'AA' } });
    expect(errorOf(await add(person, made))).toEqual([400, notAdded]);
    const asked = (await ask(person)).json();
    expect(errorOf(await enter(authenticator.answer(asked)))).toEqual(refused);
  });

  test('refuses a counter that does not rise: the passkey was copied', async () => {
    const { authenticator } = await addPasskey(t, person);
    authenticator.counter = 7;
    expect((await enter(await passkeyAnswer(t, authenticator))).statusCode).toBe(200);
    expect(errorOf(await enter(await passkeyAnswer(t, authenticator)))).toEqual(refused);
    authenticator.counter = 8;
    expect((await enter(await passkeyAnswer(t, authenticator))).statusCode).toBe(200);
  });

  test('a passkey ends with its account, and is removed by its owner only', async () => {
    const { authenticator, id } = await addPasskey(t, person);
    const other = await newPerson(t);
    const remove = (by: TestPerson, proof: object) =>
      send(t, 'POST', `/api/passkeys/${id}/remove`, by, proof);
    expect((await remove(other, proofOf(other))).statusCode).toBe(404);
    expect((await remove(person, {})).statusCode).toBe(400);
    const wrong = await remove(person, { current_password: 'not this one' });
    const fields = { current_password: "That password or code isn't right. Try again." };
    expect([wrong.statusCode, wrong.json().fields]).toEqual([403, fields]);
    await send(t, 'DELETE', `/api/users/${person.userId}`, t.admin);
    expect(errorOf(await enter(await passkeyAnswer(t, authenticator)))).toEqual(refused);
  });

  test('an account has at most 20 passkeys', async () => {
    for (let n = 0; n < 20; n += 1) await addPasskey(t, person, `Key ${n}`);
    const tooMany = [409, 'You have 20 passkeys. Remove one first.'];
    expect(errorOf(await ask(person))).toEqual(tooMany);
  });

  test('audits additions and removals and tells the owner by mail and notification', async () => {
    const name = 'Office <b>PC</b>';
    const { id } = await addPasskey(t, person, name);
    await send(t, 'POST', `/api/passkeys/${id}/remove`, person, proofOf(person));
    expect(await auditOf(t, { target_kind: 'passkey', user_id: person.userId })).toMatchObject([
      { action: 'passkey.create', label: name },
      { action: 'passkey.delete', label: name },
    ]);
    const sentences = ['added to', 'removed from'].map(
      (what) => `The passkey "${name}" was ${what} your account.`,
    );
    expect((await linkedMessagesTo(t, person)).toReversed()).toEqual(
      sentences.map((sentence) => [sentence, '/sign-in']),
    );
    const sent = await mailsOf(t, `${person.username.replace(/\W/g, '')}@example.com`);
    expect(sent.map(({ body_text }) => body_text.split('\n')[0])).toEqual(sentences);
    expect(sent[0]?.body_html).toContain('&lt;b&gt;');
  });
});
