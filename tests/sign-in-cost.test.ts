import { expect, test, vi } from 'vitest';
import { suiteApp } from './harness/app.ts';

const t = suiteApp('sqlite');

// `npm run bench -- sign-in` measures the time of each.
test('verifies one hash for an unknown user as for a known one (SEC11)', async () => {
  const check = vi.spyOn(t.ctx.passwords, 'check');
  for (const username of ['anna', 'nobody']) {
    const payload = { username, password: 'not the password of anybody' };
    const { statusCode } = await t.app.inject({ method: 'POST', url: '/api/login', payload });
    expect(statusCode).toBe(401);
  }
  expect(check.mock.calls.map(([stored]) => stored)).toEqual([
    expect.stringMatching(/^\$argon2id\$/),
    null,
  ]);
  check.mockRestore();
});
