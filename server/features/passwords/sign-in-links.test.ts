import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';

const day = 86_400_000;

onBothDatabases('sign-in links', (engine) => {
  let clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });
  beforeEach(async () => {
    clock = Date.now();
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  /** An account that never signed in. */
  async function newAccount(change: object = {}): Promise<number> {
    const username = `p${randomUUID()}`;
    const body = { username, user_email: `${username}@example.com`, password: 'eighteen wheels' };
    const response = await send(t, 'POST', '/api/users', t.admin, { ...body, ...change });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().user_id;
  }

  const post = (user_ids: unknown, by: TestPerson = t.admin, key?: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/users/sign-in-links',
      headers: { ...by.headers, ...(key && { 'idempotency-key': key }) },
      payload: { user_ids },
    });

  const reset = (code: string) => ({ url: `/api/reset/${code}` });
  const statusOf = async (code: string) => (await t.app.inject(reset(code))).statusCode;

  async function userOf(id: number): Promise<User | undefined> {
    const users: User[] = (await send(t, 'GET', '/api/users', t.admin)).json();
    return users.find(({ user_id }) => user_id === id);
  }
  const stateOf = async (id: number) => (await userOf(id))?.sign_in;

  /** Sends the queued mails; returns the code of each by its address. */
  async function delivered(): Promise<Map<string, string>> {
    const codes = new Map<string, string>();
    await mailTask(t.ctx, async ({ recipient, body_text }) => {
      codes.set(recipient, /\/reset\/([\w-]{20,})/.exec(body_text)?.[1] ?? '');
    }).run();
    return codes;
  }
  async function codeOf(id: number): Promise<string> {
    expect((await post([id])).json().sent).toBe(1);
    return (await delivered()).get((await userOf(id))?.user_email ?? '') ?? '';
  }

  test('go to each who never signed in, once; all others are left out', async () => {
    const [first, second, closed] = [await newAccount(), await newAccount(), await newAccount()];
    await send(t, 'DELETE', `/api/users/${closed}`, t.admin);
    const ids = [first, first, t.employee.userId, closed, 999_999, second];
    const response = await post(ids);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: '2 sign-in links are on the way. Each works once, for 7 days.', sent: 2 },
    ]);
    const codes = await delivered();
    const addresses = [(await userOf(first))?.user_email, (await userOf(second))?.user_email];
    expect([...codes.keys()].toSorted()).toEqual(addresses.toSorted());
    const entries = await t.ctx.db
      .selectFrom('audit')
      .select(['user_id', 'target_id'])
      .where('action', '=', 'password.link')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ target_id }) => Number(target_id)).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(entries.every(({ user_id }) => user_id === t.admin.userId)).toBe(true);
    expect((await post([t.employee.userId])).json()).toEqual({
      message: 'All of them have signed in before. No link was sent.',
      sent: 0,
    });
    for (const none of [[], 'x', undefined]) expect((await post(none)).statusCode).toBe(400);
    expect((await post([first], t.employee)).statusCode).toBe(403);
  });

  test('work for 7 days, once, and the list says who has used theirs', async () => {
    const id = await newAccount();
    expect(await userOf(id)).toMatchObject({ sign_in: 'no_link', link_sent_at: null });
    const code = await codeOf(id);
    const sent = new Date(clock).toISOString();
    expect(await userOf(id)).toMatchObject({ sign_in: 'link_sent', link_sent_at: sent });
    clock += 7 * day - 60_000;
    // The session of the admin isn't seven days old.
    const admin = await t.person(`mara ${randomUUID()}`, 'admin');
    const { headers } = admin;
    const listed = async () =>
      (await t.app.inject({ url: '/api/users', headers }))
        .json()
        .find(({ user_id }: User) => user_id === id);
    expect(await statusOf(code)).toBe(200);
    clock += 120_000;
    expect(await statusOf(code)).toBe(404);
    expect(await listed()).toMatchObject({ sign_in: 'link_expired', link_sent_at: sent });
    expect((await post([id], admin)).json().sent).toBe(1);
    const again = (await delivered()).get((await listed()).user_email) ?? '';
    const payload = { password: 'nineteen wheels' };
    const set = await t.app.inject({ method: 'POST', ...reset(again), payload });
    expect(set.statusCode, set.body).toBe(200);
    expect(await statusOf(again)).toBe(404);
    const { username } = await listed();
    const login = { method: 'POST', url: '/api/login' } as const;
    await t.app.inject({ ...login, payload: { username, ...payload } });
    expect(await listed()).toMatchObject({ sign_in: 'signed_in', link_sent_at: null });
    expect((await post([id], admin)).json().sent).toBe(0);
  });

  test('of two admins at once the later link works, and it alone', async () => {
    const id = await newAccount();
    const other = await t.person(`noor ${engine}`, 'admin');
    const both = await Promise.all([post([id]), post([id], other)]);
    expect(both.map((response) => response.json().sent)).toEqual([1, 1]);
    const codes: string[] = [];
    await mailTask(t.ctx, async ({ body_text }) => {
      codes.push(/\/reset\/([\w-]{20,})/.exec(body_text)?.[1] ?? '');
    }).run();
    expect(await Promise.all(codes.map(statusOf))).toEqual([200]);
  });

  test('a link of an admin requires a recent password', async () => {
    const id = await newAccount({ user_role: 'admin' });
    clock += 20 * 60_000;
    const refused = await post([id]);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'confirmation_required']);
    expect(await stateOf(id)).toBe('no_link');
    expect((await post([await newAccount()])).json().sent).toBe(1);
  });

  // Statements have up to 500 rows.
  test('go to 501 accounts at once, each the newest alone', async () => {
    const created_at = new Date(clock).toISOString();
    const same = { phone_number: '', password_hash: '', user_role: 'employee' as const };
    const accounts = Array.from({ length: 501 }, (_, index) => {
      const [username, user_email] = [`many${index}`, `many${index}@example.com`];
      const keys = { username_key: username, email_key: user_email };
      return { ...same, username, user_email, ...keys, created_at, closed_at: null };
    });
    const { db } = t.ctx;
    const rows = await db.insertInto('users').values(accounts).returning('user_id').execute();
    const ids = rows.map(({ user_id }) => user_id);
    for (const _ of [1, 2]) expect((await post(ids)).json().sent).toBe(501);
    for (const table of ['password_resets', 'outbox'] as const) {
      const found = db.selectFrom(table).select('user_id').where('user_id', 'in', ids);
      expect((await found.execute()).map(({ user_id }) => user_id).toSorted()).toEqual(
        ids.toSorted(),
      );
    }
  });
});
