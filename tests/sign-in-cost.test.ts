import { expect, test, vi } from 'vitest';
import { suiteApp } from './harness/app.ts';

const t = suiteApp('sqlite');

// tests/load/attacks.full.test.ts measures the time of each.
test('verifies one hash for an unknown user as for a known one, and answers alike (SEC11)', async () => {
  const check = vi.spyOn(t.ctx.passwords, 'check');
  const replies: object[] = [];
  for (const username of ['anna', 'nobody']) {
    const payload = { username, password: 'not the password of anybody' };
    const response = await t.app.inject({ method: 'POST', url: '/api/login', payload });
    const { 'x-request-id': _, date: __, ...headers } = response.headers;
    const { request_id: ___, ...body } = response.json();
    replies.push({ status: response.statusCode, headers, body });
  }
  expect(replies[0]).toMatchObject({ status: 401 });
  expect(replies[1]).toEqual(replies[0]);
  expect(check.mock.calls.map(([stored]) => stored)).toEqual([
    expect.stringMatching(/^\$argon2id\$/),
    null,
  ]);
});
