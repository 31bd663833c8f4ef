import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { pictureOf } from '../../../tests/harness/file-samples.ts';
import { postForm, postsOf, postsUrl } from '../../../tests/harness/posts.ts';
import { allHeard, closePages, heardBy, listen, openPage } from '../../../tests/realtime/pages.ts';

const gone = 'This post was deleted in the meantime. The page is up to date again.';
const upload = '/api/spotlight/upload';

onBothDatabases('spotlight posts', (engine) => {
  let t: TestApp;
  let url: string;
  let picture: Buffer;
  const { send, add, change, remove, list, one, react } = postsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    url = await listen(t);
    picture = await pictureOf('jpeg');
  });
  afterEach(() => closePages());
  afterAll(() => t.close());

  const kept = async () =>
    (await Array.fromAsync(t.ctx.storage.list(), ({ key }) => key)).toSorted();
  const objects = async () =>
    (await t.ctx.db.selectFrom('objects').select('key').execute()).map(({ key }) => key).toSorted();
  const audit = (id: number) =>
    t.ctx.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'detail'])
      .where('target_kind', '=', 'post')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();

  test('creates, lists publicly without the picture, updates and deletes a post', async () => {
    const before = await kept();
    const made = await send(
      'POST',
      upload,
      postForm(
        { title: ' Rescue on I-80 ', text: 'One\r\ntwo\rthree', layout_type: 'layout2' },
        picture,
      ),
    );
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { message: 'Post added successfully!', id: expect.any(Number) },
    ]);
    const { id } = made.json();
    const stored = await one(id);
    expect(stored).toEqual({
      id,
      title: 'Rescue on I-80',
      text: 'One\ntwo\nthree',
      layout_type: 'layout2',
      image_url: expect.stringMatching(/^posts\/[0-9a-f-]{36}\.\w+$/),
      picture: { width: 64, height: 48, color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      created_at: expect.stringMatching(/Z$/),
      version: 1,
    });
    expect((await list())[0]).toEqual(stored);
    expect((await kept()).length).toBeGreaterThan(before.length);

    const changed = await send(
      'PUT',
      `${postsUrl}/${id}`,
      postForm({ title: 'Rescue', version: '1' }),
    );
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { message: 'Post updated successfully!' },
    ]);
    expect(await one(id)).toEqual({ ...stored, title: 'Rescue', version: 2 });

    const stale = await change(id, { text: 'Too late', version: '1' }, picture);
    expect([stale.statusCode, stale.json().current]).toEqual([409, await one(id)]);
    expect(await one(id)).toEqual({ ...stored, title: 'Rescue', version: 2 });

    await react(id, t.employee, '👍');
    const away = await remove(id);
    expect([away.statusCode, away.json()]).toEqual([
      200,
      { message: 'Post deleted successfully!' },
    ]);
    expect(await kept()).toEqual(before);
    expect(await objects()).toEqual(before);
    const rows = t.ctx.db.selectFrom('reactions').selectAll().where('post_id', '=', id);
    expect(await rows.execute()).toEqual([]);
    for (const answer of [await remove(id), await change(id, { title: 'x' }, picture)]) {
      expect([answer.statusCode, answer.json().error]).toEqual([404, gone]);
    }
    expect(await kept()).toEqual(before);
    const by = { user_id: t.admin.userId };
    expect(await audit(id)).toEqual([
      {
        ...by,
        action: 'post.create',
        detail: '{"title":"Rescue on I-80","layout_type":"layout2","image":true}',
      },
      { ...by, action: 'post.update', detail: '{"changed":["title"]}' },
      { ...by, action: 'post.delete', detail: '{"title":"Rescue"}' },
    ]);
  });

  test('replaces and removes the picture', async () => {
    const before = await kept();
    const id = await add({}, picture);
    const first = await one(id);
    await change(id, {}, await pictureOf('png', { width: 40, height: 80 }));
    const second = await one(id);
    expect(second.image_url).not.toBe(first.image_url);
    expect(second).toMatchObject({ picture: { width: 40, height: 80 }, version: 2 });
    expect((await kept()).filter((key) => key === first.image_url)).toEqual([]);
    expect(await objects()).toEqual(await kept());

    const asJson = await t.app.inject({
      method: 'PUT',
      url: `${postsUrl}/${id}`,
      payload: { remove_image: 1 },
      headers: t.admin.headers,
    });
    expect(asJson.statusCode, asJson.body).toBe(200);
    expect(await one(id)).toMatchObject({ image_url: null, picture: null, version: 3 });
    expect([await kept(), await objects()]).toEqual([before, before]);

    // What changes nothing raises nothing.
    await change(id, { remove_image: '1', title: first.title });
    expect((await one(id)).version).toBe(3);
    await change(id, {}, picture);
    expect(await one(id)).toMatchObject({ picture: { width: 64, height: 48 }, version: 4 });
    await remove(id);
  });

  test('requires title and text, and limits the text to 1750 characters', async () => {
    const refused = async (
      fields: Record<string, string>,
      method: 'POST' | 'PUT' = 'POST',
      image?: Buffer,
    ) => {
      const at = method === 'POST' ? upload : `${postsUrl}/${await add()}`;
      const answer = await send(method, at, postForm(fields, image));
      expect(answer.statusCode, answer.body).toBe(400);
      return answer.json().error;
    };
    const before = await kept();
    const required = 'Title and text are required';
    expect(await refused({ title: 'x' }, 'POST', picture)).toBe(required);
    expect(await refused({ text: 'x' })).toBe(required);
    expect(await refused({ title: '  ', text: 'x' })).toBe(required);
    expect(await refused({ title: 'x', text: ' \r\n' })).toBe(required);
    expect(await refused({ text: '' }, 'PUT')).toBe(required);
    expect(await refused({ title: 'x', text: 'y', layout_type: 'layout4' })).not.toBe(required);
    const tooLong = 'Use at most 1,750 characters.';
    expect(await refused({ title: 'x', text: 'x'.repeat(1751) })).toBe(tooLong);
    expect(await kept()).toEqual(before);

    const full = `${'😢'.repeat(1000)}${'x\r\n'.repeat(375)}`;
    const id = await add({ text: full, layout_type: '' });
    expect(await one(id)).toMatchObject({
      text: full.replaceAll('\r\n', '\n'),
      layout_type: 'layout1',
    });
    expect(await refused({ title: 'x', text: `${full}😢` })).toBe(tooLong);
  });

  test('creates once per Idempotency-Key, with its picture', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const form = postForm({ title: 'Twice', text: 'Pressed twice.' }, picture);
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', upload, form, key)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await list()).filter(({ title }) => title === 'Twice')).toHaveLength(1);
    expect(await kept()).toEqual(await objects());
    const other = postForm({ title: 'Twice', text: 'Pressed twice.' }, await pictureOf('gif'));
    expect((await send('POST', upload, other, key)).statusCode).toBe(422);
    expect(await kept()).toEqual(await objects());
  });

  test('lists newest first, in pages that stay stable while others write', async () => {
    const ids = [await add(), await add(), await add()];
    const seen: number[] = [];
    for (let before: string | undefined = ''; before !== undefined && seen.length < 3; ) {
      const query = { limit: '2', ...(before && { before }) };
      const page = await t.app.inject({ url: postsUrl, query });
      seen.push(...page.json().map(({ id }: { id: number }) => id));
      before = page.headers['x-next-before'] as string | undefined;
      await add();
    }
    expect(seen.slice(0, 3)).toEqual(ids.toReversed());
    expect((await t.app.inject(`${postsUrl}?before=abc`)).statusCode).toBe(400);
  });

  test('sends an event to every open page after each change only', async () => {
    const pages = [await openPage(url, t.employee), await openPage(url, t.admin)];
    const heard = pages.map((page) => heardBy(page, 'posts'));
    const id = await add();
    await change(id, { title: 'Changed' });
    await change(id, { title: 'Changed' });
    await change(id, { title: 'Stale', version: '1' });
    await remove(id);
    await remove(id);
    await allHeard();
    expect(heard.map(({ length }) => length)).toEqual([3, 3]);
  });

  test('deletes once when two admins delete at once, and leaves nothing behind', async () => {
    const before = await kept();
    const id = await add({}, picture);
    const statuses = (await Promise.all([remove(id), remove(id)])).map((one) => one.statusCode);
    expect(statuses.toSorted()).toEqual([200, 404]);
    expect([await kept(), await objects()]).toEqual([before, before]);
  });
});

onBothDatabases('a spotlight that is closed to the public', (engine) => {
  let t: TestApp;
  const { add, react } = postsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine, { config: { publicSpotlight: false } });
  });
  afterAll(() => t.close());

  const addressesOf = (id: number) => [
    postsUrl,
    `${postsUrl}?limit=1`,
    `${postsUrl}/${id}/reactions`,
  ];

  async function isClosed(url: string): Promise<void> {
    const head = await t.app.inject({ method: 'HEAD', url });
    const none = await t.app.inject(url);
    const dead = await t.app.inject({ url, headers: { authorization: 'Bearer not.a.token' } });
    expect([head, none, dead].map((answer) => answer.statusCode)).toEqual([401, 401, 401]);
    expect(none.json()).toEqual({
      code: 'token_missing',
      error: 'Access denied. No token provided.',
    });
    expect(dead.json()).toEqual({
      code: 'token_invalid',
      error: 'Invalid token. Please log in again.',
    });
  }

  async function isOpen(url: string, { headers }: TestPerson): Promise<void> {
    const answer = await t.app.inject({ url, headers });
    expect([answer.statusCode, answer.json().length]).toEqual([200, 1]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
  }

  test('requires a token first, and caches nothing', async () => {
    const id = await add();
    await react(id, t.employee, '👍');
    const asked = [`${postsUrl}?limit=x`, `${postsUrl}/2000000000/reactions`];
    // Who may read comes between the rounds, so that there would be something to keep.
    for (const _ of [1, 2]) {
      for (const url of [...addressesOf(id), ...asked]) await isClosed(url);
      for (const url of addressesOf(id)) {
        await isOpen(url, t.employee);
        await isOpen(url, t.admin);
      }
    }
  });
});
