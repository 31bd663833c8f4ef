import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from './harness/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp('sqlite', { realPasswords: true });
});
afterAll(() => t.close());

async function milliseconds(username: string): Promise<number> {
  const start = performance.now();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username, password: 'not the password of anybody' },
  });
  const time = performance.now() - start;
  expect(answer.statusCode).toBe(401);
  return time;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

test('an unknown user takes as long as a wrong password', async () => {
  await milliseconds('anna');
  await milliseconds('nobody');
  const known: number[] = [];
  const unknown: number[] = [];
  for (let pair = 0; pair < 40; pair += 1) {
    // Each goes first every other time, so that what slows the machine slows both.
    if (pair % 2 === 0) known.push(await milliseconds('anna'));
    unknown.push(await milliseconds(`nobody${pair}`));
    if (pair % 2 === 1) known.push(await milliseconds('anna'));
  }
  const [long, short] = [median(known), median(unknown)];
  // Without the same work an unknown name would take a twentieth of the time.
  expect(Math.abs(long - short)).toBeLessThan(Math.max(4, 0.35 * Math.max(long, short)));
});
