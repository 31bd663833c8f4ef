import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { formBody } from '#tests/harness/multipart.ts';

onBothDatabases('simultaneous imports', (engine) => {
  const t = suiteApp(engine);
  const importJobs = (value: string) =>
    send(
      t,
      'POST',
      '/api/import/jobs',
      t.admin,
      formBody({}, { name: 'file', value, filename: 'list.csv' }),
    );

  test('store two concurrent imports of one file once', async () => {
    const sheet = [
      'Position,Location,Department,Date posted,Company information,Role information,Responsibilities,Requirements,Company culture',
      'Racer,"Peoria, IL",All,2026-01-02,a,b,c,d,e',
    ].join('\n');
    const replies = await Promise.all([importJobs(sheet), importJobs(sheet)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const rows = await t.ctx.db
      .selectFrom('jobs')
      .select('id')
      .where('position', '=', 'Racer')
      .execute();
    expect(rows).toHaveLength(1);
  });
});
