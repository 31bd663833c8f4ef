import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { formBody, pdfOf } from '#tests/harness/multipart.ts';
import { applicationForm, applied, listApplications, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('space for resumes (SEC20)', (engine) => {
  let clock = Date.parse('2026-11-25T18:00:00.000Z');
  const config = { rateLimits: true, publicUploadBytes: 15_000, tokenHours: 96 };
  const t = suiteApp(engine, { config, now: () => new Date(clock) });
  const resume = pdfOf('Resume', 5_000);
  const names = async () => (await listApplications(t)).map(({ last_name }) => last_name).sort();

  test('beyond half of the space resumes are flagged, and the oldest flagged ones make room', async () => {
    const add = async (name: string, remoteAddress = '203.0.113.5') => {
      clock += 1000;
      const form = applicationForm({ ...whole, last_name: name }, resume);
      const url = '/api/application';
      const answer = await t.app.inject({ method: 'POST', url, remoteAddress, ...form });
      expect([answer.statusCode, name]).toEqual([201, name]);
      return answer.json().id as number;
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
    await add('next day', '203.0.113.6');
    expect((await listApplications(t))[0]).toMatchObject({ last_name: 'next day', flagged: 0 });
    clock += 86_400_001;
    await add('the same line', '203.0.113.6');
    expect((await listApplications(t))[0]).toMatchObject({ flagged: 1 });

    // Documents have as much, and no line takes more of it than it leaves to the others.
    const { code } = await applied(t);
    const url = `/api/application/status/${code}/documents`;
    const addDocument = async (remoteAddress: string) => {
      const form = formBody({}, { name: 'file', value: pdfOf('Card', 3_000), filename: 'a.pdf' });
      return (await t.app.inject({ method: 'POST', url, remoteAddress, ...form })).statusCode;
    };
    const lines = ['203.0.113.7', '203.0.113.7', '203.0.113.8', '203.0.113.9'];
    const statuses = [];
    for (const line of lines) statuses.push(await addDocument(line));
    expect(statuses).toEqual([200, 429, 200, 429]);
  });
});
