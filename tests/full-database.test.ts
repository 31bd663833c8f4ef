/** SQLite without room for another page: a full disk without root. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './fixtures/requests.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { ownedFilesOf } from './harness/owned-files.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp('sqlite');
});
afterAll(() => t.close());

const write = () =>
  send(t, 'POST', '/api/careers', t.admin, {
    ...sampleBody('createJob'),
    companyInformation: 'Cars by the truckload. '.repeat(260),
  });

test('a full table: reads continue, writes get 503, and it recovers at once (FLT4)', async () => {
  const files = ownedFilesOf(() => t);
  const key = await files.resume();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(t.ctx.db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 20}`).execute(t.ctx.db);
  const ids: number[] = [];
  let refused = await write();
  for (; refused.statusCode === 201; refused = await write()) ids.push(refused.json().id);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({
    code: 'unavailable',
    error: "The service isn't available right now. Try again in a moment.",
  });
  expect(refused.headers['retry-after']).toBeDefined();
  // A download continues although its opening can't be recorded.
  const url = await files.link(key, t.admin);
  for (const path of [`/api/careers/${ids[0]}`, '/api/careers', url, '/readyz']) {
    expect((await send(t, 'GET', path, t.admin)).statusCode, path).toBe(200);
  }
  await sql`pragma max_page_count = 4294967294`.execute(t.ctx.db);
  const after = await write();
  expect(after.statusCode, after.body).toBe(201);
  const stored = await t.ctx.db.selectFrom('jobs').select('id').orderBy('id').execute();
  expect(stored.map(({ id }) => id)).toEqual([...ids, after.json().id]);
});
