/** Each write that anyone may call, as the contract lists them: an app with one that isn't limited doesn't start. */
import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { injectOptions } from './fixtures/requests.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { applicationOf, applied } from './records/hiring.ts';

const t = suiteApp('sqlite', { config: { rateLimits: true } });

test.each(endpoints.filter(({ limited }) => limited === 'form' || limited === 'link'))(
  '$name is refused to a visitor who goes on and on (SEC17)',
  async ({ name, limited }) => {
    const valid = injectOptions(await validRequest(t, name), null);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length <= 30) {
      const request = { ...valid, remoteAddress: '203.0.113.5' };
      statuses.push((await t.app.inject(request)).statusCode);
    }
    if (limited === 'form') expect(statuses).toEqual([...Array(5).fill(201), 429]);
    expect(statuses.at(-1)).toBe(429);
  },
);

test('five new addresses an hour are mailed for a line by status links, and none in a flood (SEC17)', async () => {
  const { id, code } = await applied(t);
  const correct = async (payload: object, remoteAddress = '203.0.113.6') => {
    const url = `/api/application/status/${code}`;
    return (await t.app.inject({ method: 'PUT', url, payload, remoteAddress })).statusCode;
  };
  for (let n = 1; n <= 5; n += 1) expect(await correct({ email: `${n}@example.org` })).toBe(200);
  expect(await correct({ email: '6@example.org' })).toBe(429);
  expect(await correct({ phone: '815-555-0100' })).toBe(200);
  const { limits, db } = t.ctx;
  for (let n = 0; n < 500; n += 1) await limits.countForm(db, 'new address', `10.0.${n}.1`);
  expect(await correct({ email: '7@example.org' }, '203.0.113.7')).toBe(429);
  expect(await applicationOf(t, id)).toMatchObject({ email: '5@example.org' });
});
