import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { newPerson } from '#tests/records/accounts.ts';
import { clearTables, rowsOf } from '#tests/records/stored.ts';
import { auditOf } from '#tests/records/traces.ts';

const day = 86_400_000;

describe('sign-in links', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  beforeEach(async () => {
    clock = Date.now();
    await clearTables(t, 'outbox');
  });

  /** An account that never signed in. */
  async function newAccount(change: object = {}): Promise<number> {
    const username = `p${randomUUID()}`;
    const body = { username, user_email: `${username}@example.com`, password: 'eighteen wheels' };
    const response = await send(t, 'POST', '/api/users', t.admin, { ...body, ...change });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().user_id;
  }

  const post = (user_ids: unknown, by: TestPerson = t.admin) =>
    send(t, 'POST', '/api/users/sign-in-links', by, { user_ids });
  const statusOf = async (code: string) => (await t.app.inject(`/api/reset/${code}`)).statusCode;

  async function userOf(id: number, by: TestPerson = t.admin): Promise<User | undefined> {
    const users: User[] = (await send(t, 'GET', '/api/users', by)).json();
    return users.find(({ user_id }) => user_id === id);
  }

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
    const response = await post([first, first, t.employee.userId, closed, 999_999, second]);
    const message = '2 sign-in links are on the way. Each works once, for 7 days.';
    expect(replyOf(response)).toEqual([200, { message, sent: 2 }]);
    const codes = await delivered();
    const addresses = [(await userOf(first))?.user_email, (await userOf(second))?.user_email];
    expect([...codes.keys()].toSorted()).toEqual(addresses.toSorted());
    const entries = (await auditOf(t, { action: 'password.link' })).slice(-2);
    expect(entries.map(({ user_id }) => user_id)).toEqual(Array(2).fill(t.admin.userId));
    const ids = entries.map(({ target_id }) => Number(target_id));
    expect(ids.toSorted()).toEqual([first, second].toSorted());
    const none = 'All of them have signed in before. No link was sent.';
    expect((await post([t.employee.userId])).json()).toEqual({ message: none, sent: 0 });
  });

  test('work for 7 days, once, and the list says who has used theirs', async () => {
    const id = await newAccount();
    expect(await userOf(id)).toMatchObject({ sign_in: 'no_link', link_sent_at: null });
    const code = await codeOf(id);
    const sent = new Date(clock).toISOString();
    expect(await userOf(id)).toMatchObject({ sign_in: 'link_sent', link_sent_at: sent });
    clock += 7 * day - 60_000;
    // The session of the admin isn't seven days old.
    const admin = await newPerson(t, 'admin');
    const listed = () => userOf(id, admin);
    expect(await statusOf(code)).toBe(200);
    clock += 120_000;
    expect(await statusOf(code)).toBe(404);
    expect(await listed()).toMatchObject({ sign_in: 'link_expired', link_sent_at: sent });
    expect((await post([id], admin)).json().sent).toBe(1);
    const again = (await delivered()).get((await listed())?.user_email ?? '') ?? '';
    const body = { password: 'nineteen wheels' };
    const set = await send(t, 'POST', `/api/reset/${again}`, null, body);
    expect(set.statusCode, set.body).toBe(200);
    expect(await statusOf(again)).toBe(404);
    await send(t, 'POST', '/api/login', null, { username: (await listed())?.username, ...body });
    expect(await listed()).toMatchObject({ sign_in: 'signed_in', link_sent_at: null });
    expect((await post([id], admin)).json().sent).toBe(0);
  });

  test('a link of an admin requires a recent password', async () => {
    const id = await newAccount({ user_role: 'admin' });
    clock += 20 * 60_000;
    const refused = await post([id]);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'confirmation_required']);
    expect((await userOf(id))?.sign_in).toBe('no_link');
    expect((await post([await newAccount()])).json().sent).toBe(1);
  });

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
      const found = (await rowsOf(t, table)).map(({ user_id }) => user_id ?? 0);
      expect(found.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    }
  });
});
