import { afterEach, beforeAll, expect, it } from 'vitest';
import { emojis, type ReactionsNews } from '#contract/spotlight.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { makePost, postsUrl, react } from '#tests/records/store-and-news.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';

const gone = 'Someone deleted this post. The page is up to date now.';

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('reactions', (engine) => {
  const t = suiteApp(engine);
  let url: string;
  let berta: TestPerson;
  beforeAll(async () => {
    url = await listen(t);
    berta = await t.person('berta', 'employee');
  });
  afterEach(() => closePages());

  const read = async (id: number, what: string, by: TestPerson | null = berta) =>
    (await t.app.inject({ url: `${postsUrl}/${id}/${what}`, headers: by?.headers ?? {} })).json();

  test('sets, replaces, removes and counts one reaction per user', async () => {
    const id = await makePost(t);
    const own = async (by?: TestPerson) => (await read(id, 'myreaction', by)).emoji;
    expect([await read(id, 'reactions', null), await own()]).toEqual([[], null]);

    const message = 'Reaction saved.';
    for (const _ of ['first', 'again']) {
      const reactions = [{ emoji: '😢', count: 1 }];
      expect(replyOf(await react(t, id, berta, '😢'))).toEqual([200, { message, reactions }]);
    }
    await react(t, id, t.employee, '❤');
    await react(t, id, t.admin, '❤\u{fe0f}');
    const hearts = { emoji: '❤️', count: 2 };
    const reactions = [{ emoji: '👍', count: 1 }, hearts];
    expect((await react(t, id, berta, '👍')).json()).toEqual({ message, reactions });
    expect(await read(id, 'reactions', null)).toEqual(reactions);
    expect([await own(), await own(t.employee)]).toEqual(['👍', '❤️']);

    expect((await react(t, id, berta, null)).json().reactions).toEqual([hearts]);
    expect((await react(t, id, berta, null)).statusCode).toBe(200);
    expect(await own()).toBeNull();
  });

  test('lists who reacted, latest first, closed accounts included', async () => {
    const id = await makePost(t);
    const leaver = await t.person('leaver', 'employee');
    await employeeOf(t, leaver.userId);
    for (const who of [leaver, berta, t.admin]) await react(t, id, who, '👍');
    const closed_at = t.ctx.now().toISOString();
    await changeRows(t, 'users', { user_id: leaver.userId }, { closed_at });
    // Of two in one millisecond the order is that of their ids.
    for (const [second, { userId }] of [leaver, t.admin, berta].entries()) {
      const reacted_at = `2026-11-02T10:00:0${second}.000Z`;
      await changeRows(t, 'reactions', { post_id: id, user_id: userId }, { reacted_at });
    }
    await react(t, id, berta, '👍');
    expect(await read(id, 'reactors')).toEqual([
      { emoji: '👍', user_id: berta.userId, name: 'berta' },
      { emoji: '👍', user_id: t.admin.userId, name: t.admin.username },
      { emoji: '👍', user_id: leaver.userId, name: 'Emil Novotny' },
    ]);
    await react(t, id, t.admin, '😮');
    expect((await read(id, 'reactors'))[0]).toMatchObject({ emoji: '😮', user_id: t.admin.userId });
  });

  test('sends the counts to every open page once per change', async () => {
    const id = await makePost(t);
    const pages = [await openPage(url, t.employee), await openPage(url, t.admin)];
    const collected = pages.map((page) => eventsOn(page, 'reactions'));
    await react(t, id, berta, '👍');
    await react(t, id, berta, '👍');
    await react(t, id, berta, '❤');
    await react(t, id, t.admin, null);
    await react(t, id, berta, 'no');
    await react(t, id, berta, null);
    await drain();
    const news = [
      { post_id: id, reactions: [{ emoji: '👍', count: 1 }] },
      { post_id: id, reactions: [{ emoji: '❤️', count: 1 }] },
      { post_id: id, reactions: [] },
    ];
    expect(collected).toEqual([news, news]);
  });

  it('returns 404 for a deleted post, even when it is deleted while people react', async () => {
    const id = await makePost(t);
    const people = [t.admin, t.employee, berta];
    const many = (emojiOf: (n: number) => unknown) =>
      Array.from({ length: 12 }, (_, n) => react(t, id, people[n % 3] ?? berta, emojiOf(n)));
    const replies = await Promise.all([
      ...many((n) => emojis[n % 5]),
      send(t, 'DELETE', `${postsUrl}/${id}`, t.admin),
      ...many((n) => (n % 2 ? null : '👍')),
    ]);
    expect(replies[12]?.statusCode).toBe(200);
    for (const { statusCode } of replies) expect([200, 404]).toContain(statusCode);
    for (const response of [
      ...[await react(t, id, berta, '👍'), await react(t, id, berta, null)],
      await send(t, 'GET', `${postsUrl}/${id}/myreaction`, berta),
    ]) {
      expect(errorOf(response)).toEqual([404, gone]);
    }
    expect(await rowsOf(t, 'reactions', { post_id: id })).toEqual([]);
  });

  it('reactions at the same time add up (SEC31)', async () => {
    const id = await makePost(t);
    const collected = eventsOn(await openPage(url, t.admin), 'reactions');
    const people = [t.admin, t.employee, berta];
    await Promise.all(
      people.flatMap((person, n) =>
        [...emojis.slice(n), null, '👍'].map((emoji) => react(t, id, person, emoji)),
      ),
    );
    const { length } = await read(id, 'reactors');
    const reactions: ReactionsNews['reactions'] = await read(id, 'reactions', null);
    expect(reactions.reduce((sum, { count }) => sum + count, 0)).toBe(length);
    await Promise.all(people.map((person) => react(t, id, person, '👍')));
    await drain();
    const all = { post_id: id, reactions: [{ emoji: '👍', count: 3 }] };
    expect([await read(id, 'reactions', null), collected.at(-1)]).toEqual([all.reactions, all]);
  });
});
