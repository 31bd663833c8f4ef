import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '#tests/harness/app.ts';
import { boundary, pdfOf } from '#tests/harness/multipart.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';
import { applicationForm, apply, whole } from '#tests/records/hiring.ts';

async function limitedApp() {
  const t = await startApp('sqlite', { config: { rateLimits: true } });
  onTestFinished(() => t.close());
  return {
    t,
    post: (body = whole) => apply(t, body),
    postForm: (resume: Buffer, key?: string) => apply(t, applicationForm(whole, resume), key),
  };
}

test('returns 429 for the sixth application per hour before it reads the resume', async () => {
  const { t, postForm } = await limitedApp();
  const url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const key = randomUUID();
  for (let n = 1; n < 5; n += 1) {
    expect((await postForm(pdfOf(`${n}`))).status).toBe(201);
  }
  const fifth = await postForm(pdfOf('5'), key);
  expect(fifth.status).toBe(201);

  // The headers of a form and nothing of its body.
  const type = `multipart/form-data; boundary=${boundary}`;
  const head = `POST /api/application HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 10000000\r\n\r\n`;
  const { text } = rawClient(url, head);
  await until('429 without a body', 10_000, () => /^HTTP\/1.1 429 /.test(text()));
  expect(text()).toMatch(/\r\nretry-after: \d+\r\n/);
  expect(await postForm(pdfOf('5'), key)).toEqual(fifth);
  expect((await postForm(pdfOf('6'), key)).status).toBe(422);
  expect((await postForm(pdfOf('6'), randomUUID())).status).toBe(429);
});

test('invalid applications and retries use up none of the five', async () => {
  const { post, postForm } = await limitedApp();
  const key = randomUUID();
  const first = await postForm(pdfOf('1'), key);
  for (let n = 0; n < 7; n += 1) {
    expect((await post({ ...whole, first_name: '' })).status).toBe(400);
    expect((await postForm(Buffer.from('no PDF'))).status).toBe(415);
    expect(await postForm(pdfOf('1'), key)).toEqual(first);
  }
  for (let n = 2; n <= 5; n += 1) expect((await post()).status).toBe(201);
  expect((await post()).status).toBe(429);
});
