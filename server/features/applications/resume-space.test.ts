import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { applicationsOf, whole } from '#tests/harness/applications.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';

onBothWhenFull('space for resumes (SEC20)', (engine) => {
  let t: TestApp;
  let clock = 0;
  beforeAll(async () => {
    clock = Date.now();
    const config = { rateLimits: true, publicUploadBytes: 15_000 };
    t = await startApp(engine, { config, now: () => new Date(clock) });
  });
  afterAll(() => t.close());

  const { postForm, list } = applicationsOf(() => t);
  const resume = pdfOf('Resume', 5_000);
  const names = async () => (await list()).rows.map(({ last_name }) => last_name).sort();

  test('beyond half of the space resumes are flagged, and the oldest flagged ones make room', async () => {
    const apply = async (name: string) => {
      clock += 1000;
      const { status, body } = await postForm({ ...whole, last_name: name }, resume);
      expect([status, name]).toEqual([201, name]);
      return body.id as number;
    };
    await apply('first');
    const second = await apply('second');
    const { headers } = t.admin;
    await t.app.inject({ method: 'POST', url: `/api/application/${second}/opened`, headers });
    // An admin has opened the second: it stays, and takes no room from those that nobody has opened.
    await apply('third');
    await apply('fourth');
    expect(await names()).toEqual(['first', 'fourth', 'second']);
    const { rows } = await list();
    expect(rows.map(({ flagged }) => flagged)).toEqual([1, 1, 0]);
    const thinned = await t.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'spam.delete')
      .execute();
    expect(thinned.map(({ detail, user_id }) => [detail, user_id])).toEqual([
      ['{"applications":1}', null],
    ]);
    clock += 86_400_001;
    await apply('next day');
    const stored = t.ctx.db.selectFrom('applications').select('flagged');
    expect(await stored.orderBy('id', 'desc').executeTakeFirst()).toEqual({ flagged: 0 });
  });
});
