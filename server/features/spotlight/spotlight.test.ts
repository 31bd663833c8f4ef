import { beforeAll, describe, expect, test } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import { makePost, postForm, postOf, postsUrl, react } from '#tests/records/store-and-news.ts';
import { auditsOf, rowsOf } from '#tests/records/stored.ts';

const gone = 'Someone deleted this post. The page is up to date now.';
const upload = '/api/spotlight/upload';

describe('spotlight posts', () => {
  const t = suiteApp('sqlite');
  let picture: Buffer;
  const change = (id: number, fields: object, image?: Buffer) =>
    send(t, 'PUT', `${postsUrl}/${id}`, t.admin, postForm({ ...fields }, image));
  beforeAll(async () => {
    picture = await pictureOf('jpeg');
  });

  const storedKeys = async () =>
    (await Array.fromAsync(t.ctx.storage.list(), ({ key }) => key)).toSorted();
  const objects = async () => (await rowsOf(t, 'objects', {}, 'key')).map(({ key }) => key);

  test('creates, lists publicly without the picture, updates and deletes a post', async () => {
    const before = await storedKeys();
    const fields = { title: ' Rescue on I-80 ', text: 'One\r\ntwo\rthree', layout_type: 'layout2' };
    const { id } = (await send(t, 'POST', upload, t.admin, postForm(fields, picture))).json();
    const stored = await postOf(t, id);
    expect(stored).toMatchObject({
      ...{ title: 'Rescue on I-80', text: 'One\ntwo\nthree', layout_type: 'layout2' },
      ...{ picture: { width: 64, height: 48 }, version: 1 },
    });
    expect(stored.image_url).toMatch(/^posts\/[0-9a-f-]{36}\.\w+$/);
    expect((await t.app.inject(postsUrl)).json()[0]).toEqual(stored);
    expect((await storedKeys()).length).toBeGreaterThan(before.length);

    const changed = await change(id, { title: 'Rescue', version: '1' });
    expect(replyOf(changed)).toEqual([200, { message: 'Post updated successfully!' }]);
    expect(await postOf(t, id)).toEqual({ ...stored, title: 'Rescue', version: 2 });

    await react(t, id, t.employee, '👍');
    const remove = () => send(t, 'DELETE', `${postsUrl}/${id}`, t.admin);
    expect(replyOf(await remove())).toEqual([200, { message: 'Post deleted successfully!' }]);
    expect([await storedKeys(), await objects()]).toEqual([before, before]);
    expect(await rowsOf(t, 'reactions', { post_id: id })).toEqual([]);
    for (const response of [await remove(), await change(id, { title: 'x' }, picture)]) {
      expect(errorOf(response)).toEqual([404, gone]);
    }
    expect(await storedKeys()).toEqual(before);
    expect(await auditsOf(t, 'post', id)).toMatchObject([
      { action: 'post.create', detail: { title: 'Rescue on I-80', image: true } },
      { action: 'post.update', detail: { changed: ['title'] } },
      { action: 'post.delete', user_id: t.admin.userId, detail: { title: 'Rescue' } },
    ]);
  });

  test('keeps a Spanish version, and no field where there is none', async () => {
    const id = await makePost(t, { title_es: 'Rescate', text_es: '' });
    const { title, title_es, ...stored } = await postOf(t, id);
    expect([title_es, 'text_es' in stored]).toEqual(['Rescate', false]);
    await change(id, { title_es: '', text_es: 'Uno\r\ndos' });
    expect(await postOf(t, id)).toEqual({ ...stored, title, text_es: 'Uno\ndos', version: 2 });
    await send(t, 'DELETE', `${postsUrl}/${id}`, t.admin);
  });

  test('replaces and removes the picture', async () => {
    const before = await storedKeys();
    const id = await makePost(t, {}, picture);
    const first = await postOf(t, id);
    await change(id, {}, await pictureOf('png', { width: 40, height: 80 }));
    const second = await postOf(t, id);
    expect(second).toMatchObject({ picture: { width: 40, height: 80 }, version: 2 });
    expect([second.image_url, ...(await storedKeys())]).not.toContain(first.image_url);
    expect(await objects()).toEqual(await storedKeys());

    const asJson = await send(t, 'PUT', `${postsUrl}/${id}`, t.admin, { remove_image: 1 });
    expect(asJson.statusCode, asJson.body).toBe(200);
    expect(await postOf(t, id)).toMatchObject({ image_url: null, picture: null, version: 3 });
    expect([await storedKeys(), await objects()]).toEqual([before, before]);

    // A save without changes doesn't raise the version.
    await change(id, { remove_image: '1', title: first.title });
    expect((await postOf(t, id)).version).toBe(3);
    await send(t, 'DELETE', `${postsUrl}/${id}`, t.admin);
  });
});

describe('a spotlight that is closed to the public', () => {
  const t = suiteApp('sqlite', { config: { publicSpotlight: false } });

  const addressesOf = (id: number) => [
    postsUrl,
    `${postsUrl}?limit=1`,
    `${postsUrl}/${id}/reactions`,
  ];

  async function isClosed(url: string): Promise<void> {
    const head = await t.app.inject({ method: 'HEAD', url });
    const none = await t.app.inject(url);
    const dead = await t.app.inject({ url, headers: { authorization: 'Bearer not.a.token' } });
    expect([head, none, dead].map((response) => response.statusCode)).toEqual([401, 401, 401]);
    expect([none.json().code, dead.json().code]).toEqual(['token_missing', 'token_invalid']);
  }

  async function isOpen(url: string, { headers }: TestPerson): Promise<void> {
    const response = await t.app.inject({ url, headers });
    expect([response.statusCode, response.json().length]).toEqual([200, 1]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers.etag).toBeUndefined();
  }

  test('requires a token first, and caches nothing', async () => {
    const id = await makePost(t);
    await react(t, id, t.employee, '👍');
    const asked = [`${postsUrl}?limit=x`, `${postsUrl}/2000000000/reactions`];
    // Allowed reads between the two rounds could fill a cache.
    for (const _ of [1, 2]) {
      for (const url of [...addressesOf(id), ...asked]) await isClosed(url);
      for (const url of addressesOf(id)) {
        await isOpen(url, t.employee);
        await isOpen(url, t.admin);
      }
    }
  });
});
