import { describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { newPerson } from '#tests/records/accounts.ts';

describe('reset links', () => {
  const t = suiteApp('sqlite');

  const put = ({ userId }: TestPerson, body: object) =>
    send(t, 'PUT', `/api/users/${userId}`, t.admin, body);
  async function linkOf({ userId }: TestPerson, by: TestPerson): Promise<string> {
    const response = await send(t, 'POST', `/api/users/${userId}/reset-link`, by);
    expect(response.statusCode, response.body).toBe(201);
    return `/api/reset/${codeOf(response.json().url)}`;
  }

  const changes: Record<string, (person: TestPerson) => Promise<{ statusCode: number }>> = {
    'a new password by an admin': (person) => put(person, { password: 'eighteen wheels' }),
    'a new password of their own': (person) =>
      send(t, 'POST', '/api/password', person, {
        old_password: person.password,
        new_password: 'eighteen wheels',
      }),
    'a new password by another link': async (person) =>
      send(t, 'POST', await linkOf(person, t.admin), null, { password: 'eighteen wheels' }),
    'a new role': (person) => put(person, { user_role: 'employee' }),
    closing: ({ userId }) => send(t, 'DELETE', `/api/users/${userId}`, t.admin),
  };

  test.each([
    ...Object.keys(changes).map((change) => [change, 'the account'] as const),
    ['a new password of their own', 'the creator'] as const,
    ['a new role', 'the creator'] as const,
    ['closing', 'the creator'] as const,
  ])('a link stops working with %s of %s', async (change, whose) => {
    const [owner, creator] = [await newPerson(t, 'admin'), await newPerson(t, 'admin')];
    const [link, other] = [await linkOf(owner, creator), await linkOf(t.employee, t.admin)];
    expect((await t.app.inject({ url: link })).statusCode).toBe(200);
    const changed = await changes[change]?.(whose === 'the account' ? owner : creator);
    expect(changed?.statusCode).toBe(200);
    expect((await t.app.inject({ url: link })).statusCode).toBe(404);
    const used = await send(t, 'POST', link, null, { password: 'nineteen wheels' });
    expect(used.statusCode).toBe(404);
    expect((await t.app.inject({ url: other })).statusCode, 'the link of others').toBe(200);
  });
});
