import { afterEach, beforeAll, expect, it } from 'vitest';
import { emojis, type ReactionsNews } from '#contract/spotlight.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { makePost, postsUrl, react } from '#tests/records/store-and-news.ts';

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
    expect(await read(id, 'reactions', null)).toEqual([]);
    expect(await read(id, 'myreaction')).toEqual({ emoji: null });

    const message = 'Reaction saved.';
    for (const _ of ['first', 'again']) {
      const reactions = [{ emoji: '😢', count: 1 }];
      expect(replyOf(await react(t, id, berta, '😢'))).toEqual([200, { message, reactions }]);
    }
    await react(t, id, t.employee, '❤');
    await react(t, id, t.admin, '❤\u{fe0f}');
    const reactions = [
      { emoji: '👍', count: 1 },
      { emoji: '❤️', count: 2 },
    ];
    expect((await react(t, id, berta, '👍')).json()).toEqual({ message, reactions });
    expect(await read(id, 'reactions', null)).toEqual(reactions);
    expect(await read(id, 'myreaction')).toEqual({ emoji: '👍' });
    expect(await read(id, 'myreaction', t.employee)).toEqual({ emoji: '❤️' });

    expect((await react(t, id, berta, null)).json().reactions).toEqual([{ emoji: '❤️', count: 2 }]);
    expect((await react(t, id, berta, null)).statusCode).toBe(200);
    expect(await read(id, 'myreaction')).toEqual({ emoji: null });
  });

  test('lists who reacted, latest first, closed accounts included', async () => {
    const id = await makePost(t);
    const leaver = await t.person('leaver', 'employee');
    await employeeOf(t, leaver.userId);
    for (const who of [leaver, berta, t.admin]) await react(t, id, who, '👍');
    await t.ctx.db
      .updateTable('users')
      .set({ closed_at: t.ctx.now().toISOString() })
      .where('user_id', '=', leaver.userId)
      .execute();
    // Of two in one millisecond the order is that of their ids.
    const at = (second: number, { userId }: TestPerson) =>
      t.ctx.db
        .updateTable('reactions')
        .set({ reacted_at: `2026-11-02T10:00:0${second}.000Z` })
        .where('post_id', '=', id)
        .where('user_id', '=', userId)
        .execute();
    await at(1, leaver);
    await at(2, t.admin);
    await at(3, berta);
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
    const statuses = await Promise.all([
      ...Array.from({ length: 12 }, (_, n) =>
        react(t, id, people[n % 3] ?? berta, emojis[n % 5]).then(({ statusCode }) => statusCode),
      ),
      send(t, 'DELETE', `${postsUrl}/${id}`, t.admin).then(({ statusCode }) => statusCode),
      ...Array.from({ length: 12 }, (_, n) =>
        react(t, id, people[n % 3] ?? berta, n % 2 ? null : '👍').then(
          ({ statusCode }) => statusCode,
        ),
      ),
    ]);
    expect(statuses[12]).toBe(200);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const responses = await Promise.all([
      react(t, id, berta, '👍'),
      react(t, id, berta, null),
      ...['reactions', 'myreaction', 'reactors'].map((what) =>
        t.app.inject({ url: `${postsUrl}/${id}/${what}`, headers: berta.headers }),
      ),
    ]);
    for (const response of responses) {
      expect(replyOf(response)).toEqual([404, { code: 'not_found', error: gone }]);
    }
    const left = t.ctx.db.selectFrom('reactions').selectAll().where('post_id', '=', id);
    expect(await left.execute()).toEqual([]);
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
