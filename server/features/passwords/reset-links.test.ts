import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';

onBothDatabases('reset links', (engine) => {
  const t = suiteApp(engine);

  const newPerson = (role: 'admin' | 'employee') => t.person(`p${randomUUID()}`, role);
  const post = (url: string, payload: object | undefined, headers = t.admin.headers) =>
    t.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  const put = ({ userId }: TestPerson, payload: object) =>
    t.app.inject({
      method: 'PUT',
      url: `/api/users/${userId}`,
      headers: t.admin.headers,
      payload,
    });
  async function linkOf({ userId }: TestPerson, { headers }: TestPerson): Promise<string> {
    const response = await post(`/api/users/${userId}/reset-link`, undefined, headers);
    expect(response.statusCode, response.body).toBe(201);
    return `/api/reset/${response.json().url.split('/').at(-1)}`;
  }
  const dead = {
    code: 'not_found',
    error: 'This link was already used, was replaced or has expired. Ask the office for a new one.',
  };

  const changes: Record<string, (person: TestPerson) => Promise<{ statusCode: number }>> = {
    'a new password by an admin': (person) => put(person, { password: 'eighteen wheels' }),
    'a new password of their own': ({ password, headers }) =>
      post('/api/password', { old_password: password, new_password: 'eighteen wheels' }, headers),
    'a new password by another link': async (person) =>
      post(await linkOf(person, t.admin), { password: 'eighteen wheels' }),
    'a new role': (person) => put(person, { user_role: 'employee' }),
    closing: ({ userId }) =>
      t.app.inject({ method: 'DELETE', url: `/api/users/${userId}`, headers: t.admin.headers }),
  };

  test.each([
    ...Object.keys(changes).map((change) => [change, 'the account'] as const),
    ['a new password of their own', 'the creator'] as const,
    ['a new role', 'the creator'] as const,
    ['closing', 'the creator'] as const,
  ])('a link stops working with %s of %s', async (change, whose) => {
    const [owner, creator] = [await newPerson('admin'), await newPerson('admin')];
    const [link, other] = [await linkOf(owner, creator), await linkOf(t.employee, t.admin)];
    expect((await t.app.inject({ url: link })).statusCode).toBe(200);
    const changed = await changes[change]?.(whose === 'the account' ? owner : creator);
    expect(changed?.statusCode).toBe(200);
    const found = await t.app.inject({ url: link });
    expect([found.statusCode, found.json()]).toEqual([404, dead]);
    const used = await post(link, { password: 'nineteen wheels' });
    expect([used.statusCode, used.json()]).toEqual([404, dead]);
    expect((await t.app.inject({ url: other })).statusCode, 'the link of others').toBe(200);
  });

  test('a link that is created while its creator is closed doesn’t work afterwards', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [owner, creator] = [await newPerson('employee'), await newPerson('admin')];
      const [made, closed] = await Promise.all([
        post(`/api/users/${owner.userId}/reset-link`, undefined, creator.headers),
        changes.closing?.(creator),
      ]);
      expect(closed?.statusCode).toBe(200);
      if (made.statusCode !== 201) continue;
      const url = `/api/reset/${made.json().url.split('/').at(-1)}`;
      expect((await t.app.inject({ url })).statusCode).toBe(404);
    }
  });
});
