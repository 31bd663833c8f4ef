import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { multipartOf, pdfOf } from '../../../tests/harness/multipart.ts';
import { type Bucket, startBucket } from '../../../tests/harness/s3.ts';

const texts = Object.entries({
  first_name: 'Anna',
  middle_initial: 'N/A',
  last_name: 'Lane',
  phone: '1',
  email: 'anna@example.com',
  street_address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  gender: 'Decline',
  race: 'Decline to self-identify',
}).map(([name, value]) => ({ name, value }));
const pdf = pdfOf('Anna', 300_000);
const { payload, headers } = multipartOf([
  ...texts,
  { name: 'resume', value: pdf, filename: 'cv.pdf' },
]);

let bucket: Bucket;
let t: TestApp;
beforeEach(async () => {
  bucket = await startBucket();
  t = await startApp('sqlite', { config: { storageUrl: bucket.url } });
});
afterEach(async () => {
  await t.close();
  await bucket.close();
});

const send = () => t.app.inject({ method: 'POST', url: '/api/application', headers, payload });
const list = async () =>
  (await t.app.inject({ url: '/api/applications', headers: t.admin.headers })).json();

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of t.ctx.storage.list()) found.push(key);
  return found;
}

test('a resume in a bucket is stored, opened in part through our link, and deleted', async () => {
  const { id } = (await send()).json();
  const [{ resume_path: path }] = await list();
  expect(await keys()).toEqual([path]);
  const signed = await t.app.inject({
    url: `/api/settlements/presigned-get?path=${path}`,
    headers: t.admin.headers,
  });
  const { url } = signed.json();
  expect(url).toMatch(/^\/files\/resumes\//);
  expect((await t.app.inject({ url })).rawPayload.equals(pdf)).toBe(true);
  const part = await t.app.inject({ url, headers: { range: 'bytes=100-199' } });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload.equals(pdf.subarray(100, 200))).toBe(true);
  const url2 = `/api/application/${id}`;
  await t.app.inject({ method: 'DELETE', url: url2, headers: t.admin.headers });
  expect(await keys()).toEqual([]);
});

test('a bucket that is away refuses the whole application; lists and deletions go on', async () => {
  const { id } = (await send()).json();
  await bucket.close();
  const answer = await send();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ code: 'unavailable', error: expect.any(String) });
  expect((await list()).length).toBe(1);
  const url = `/api/application/${id}`;
  const deleted = await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
  expect(deleted.statusCode).toBe(200);
  expect(await list()).toEqual([]);
});
