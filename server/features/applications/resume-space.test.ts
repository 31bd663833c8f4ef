import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { applicationForm, apply, listApplications, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('space for resumes (SEC20)', (engine) => {
  let clock = Date.parse('2026-11-25T18:00:00.000Z');
  const config = { rateLimits: true, publicUploadBytes: 15_000, tokenHours: 48 };
  const t = suiteApp(engine, { config, now: () => new Date(clock) });
  const resume = pdfOf('Resume', 5_000);
  const names = async () => (await listApplications(t)).map(({ last_name }) => last_name).sort();

  test('beyond half of the space resumes are flagged, and the oldest flagged ones make room', async () => {
    const add = async (name: string) => {
      clock += 1000;
      const { status, body } = await apply(
        t,
        applicationForm({ ...whole, last_name: name }, resume),
      );
      expect([status, name]).toEqual([201, name]);
      return body.id as number;
    };
    await add('first');
    const second = await add('second');
    await send(t, 'POST', `/api/application/${second}/opened`, t.admin);
    // An admin has opened the second: it stays, and takes no room from those that nobody has opened.
    await add('third');
    await add('fourth');
    expect(await names()).toEqual(['first', 'fourth', 'second']);
    const rows = await listApplications(t);
    expect(rows.map(({ flagged }) => flagged)).toEqual([1, 1, 0]);
    expect(await rowsOf(t, 'audit', { action: 'spam.delete' })).toMatchObject([
      { detail: '{"applications":1}', user_id: null },
    ]);
    clock += 86_400_001;
    await add('next day');
    expect((await listApplications(t))[0]).toMatchObject({ last_name: 'next day', flagged: 0 });
  });
});
