import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../tests/fixtures/requests.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { applicationsOf, whole } from '../../../tests/harness/applications.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { formBody, pdfOf } from '../../../tests/harness/multipart.ts';

onBothDatabases('space for resumes (SEC20)', (engine) => {
  let t: TestApp;
  let clock = 0;
  beforeAll(async () => {
    clock = Date.now();
    const config = { rateLimits: true, publicUploadBytes: 15_000 };
    t = await startApp(engine, { config, now: () => new Date(clock) });
  });
  afterAll(() => t.close());

  const { post, postForm, kept } = applicationsOf(() => t);
  const resume = pdfOf('Resume', 10_000);

  test('visitors store a limited number of bytes in 24 hours', async () => {
    const key = crypto.randomUUID();
    const first = await postForm(whole, resume, key);
    expect(first.status).toBe(201);
    const file = { name: 'resume', value: resume, filename: 'cv.pdf' };
    const refused = await send(t, 'POST', '/api/application', null, formBody(whole, file));
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      {
        code: 'busy',
        error: "We can't store more resumes right now. Send without one, or try again in an hour.",
      },
    ]);
    expect(refused.headers['retry-after']).toBe('3600');
    expect(await kept()).toHaveLength(1);

    // A lost reply can be asked for again, and the application itself is welcome.
    expect(await postForm(whole, resume, key)).toEqual(first);
    expect((await post(whole)).status).toBe(201);

    const { headers } = t.admin;
    const url = `/api/application/${first.body.id}`;
    expect((await t.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
    expect((await postForm(whole, resume)).status).toBe(201);
    clock += 86_400_001;
    expect((await postForm(whole, resume)).status).toBe(201);
  });
});
