/** Two calls about one account in the same moment. */
import { expect, test, vi } from 'vitest';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { addTotp, signIn } from '#tests/harness/second-factors.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { newPerson } from '#tests/records/accounts.ts';
import { changeRows } from '#tests/records/stored.ts';

onBothDatabases('one account, at once:', (engine) => {
  // Away from the end of a code's time step.
  const t = suiteApp(engine, { now: () => new Date('2026-11-20T16:00:05.000Z') });

  const makeLink = ({ userId }: TestPerson, by = t.admin) =>
    send(t, 'POST', `/api/users/${userId}/reset-link`, by);
  const passwordOf = (code: string, password: string) =>
    send(t, 'POST', `/api/reset/${code}`, null, { password });
  const statuses = async (calls: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(calls)).map(({ statusCode }) => statusCode);

  test('accepts one of two concurrent changes of a password', async () => {
    const person = await newPerson(t);
    // Neither goes on before both have read the account.
    const bothRead = Promise.withResolvers<void>();
    const check = t.ctx.passwords.check.bind(t.ctx.passwords);
    const spy = vi.spyOn(t.ctx.passwords, 'check').mockImplementation(async (...given) => {
      if (spy.mock.calls.length === 2) bothRead.resolve();
      await bothRead.promise;
      return check(...given);
    });
    const changes = ['eighteen wheels', 'twenty wheels'].map((new_password) =>
      send(t, 'POST', '/api/password', person, { old_password: person.password, new_password }),
    );
    expect((await statuses(changes)).toSorted()).toEqual([200, 401]);
    spy.mockRestore();
  });

  test('one of several concurrent uses of a link succeeds', async () => {
    const person = await newPerson(t);
    const code = codeOf((await makeLink(person)).json().url);
    const tries = ['one', 'two', 'three', 'four'].map((word) => `${word} times wheels`);
    const replies = await statuses(tries.map((password) => passwordOf(code, password)));
    expect(replies.toSorted()).toEqual([200, 404, 404, 404]);
    const password = tries[replies.indexOf(200)] ?? '';
    expect((await signIn(t, { ...person, password })).statusCode).toBe(200);
  });

  test('a link that is created while its creator is closed doesn’t work afterwards', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [owner, creator] = [await newPerson(t), await newPerson(t, 'admin')];
      const [made, closed] = await Promise.all([
        makeLink(owner, creator),
        send(t, 'DELETE', `/api/users/${creator.userId}`, t.admin),
      ]);
      expect([closed.statusCode, [201, 401].includes(made.statusCode)]).toEqual([200, true]);
      if (made.statusCode !== 201) continue;
      const link = await t.app.inject(`/api/reset/${codeOf(made.json().url)}`);
      expect(link.statusCode).toBe(404);
    }
  });

  test('of the sign-in links of two admins the later one works, and it alone', async () => {
    const { userId } = await newPerson(t);
    await changeRows(t, 'users', { user_id: userId }, { first_signed_in_at: null });
    const admins = [t.admin, await newPerson(t, 'admin')];
    const sent = await Promise.all(
      admins.map((by) => send(t, 'POST', '/api/users/sign-in-links', by, { user_ids: [userId] })),
    );
    expect(sent.map((response) => response.json().sent)).toEqual([1, 1]);
    const opened: Promise<{ statusCode: number }>[] = [];
    await mailTask(t.ctx, async ({ body_text }) => {
      const [, code] = /\/reset\/([\w-]{20,})/.exec(body_text) ?? [];
      if (code) opened.push(t.app.inject(`/api/reset/${code}`));
    }).run();
    expect(await statuses(opened)).toEqual([200]);
  });

  test('accepts a one-time code and a recovery code once', async () => {
    const person = await newPerson(t);
    const { codeAt, codes = [] } = await addTotp(t, person);
    for (const [code, tries] of [
      [codeAt(), 3],
      [codes[0], 2],
    ] as const) {
      const calls = Array.from({ length: tries }, () => signIn(t, person, code));
      const [first, ...others] = (await statuses(calls)).toSorted();
      expect([first, new Set(others)]).toEqual([200, new Set([401])]);
    }
  });
});
