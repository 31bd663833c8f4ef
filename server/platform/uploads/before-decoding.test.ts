import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { formBody } from '#tests/harness/multipart.ts';
import { cap, makePost, makeProduct } from '#tests/records/store-and-news.ts';

const t = suiteApp('sqlite');
let product = 0;
let post = 0;
let training = 0;

/** Passes the detection of its type and fails in the decoder, so a 415 proves that it was decoded. */
const undecodable = Buffer.from('\x89PNG\r\n\x1a\nnot a picture', 'latin1');

function upload(
  method: 'POST' | 'PUT',
  url: string,
  fields: object,
  headers: Record<string, string> = {},
) {
  const field = url.includes('/spotlight/') ? 'image' : 'file';
  const form = formBody(fields, { name: field, value: undecodable, filename: 'deck.png' });
  return send(t, method, url, t.admin, form, headers);
}

const message = () => ({ clientId: randomUUID() });

beforeAll(async () => {
  product = await makeProduct(t);
  post = await makePost(t);
  training = await createId(t, 'uploadTraining', people());
});

const stale = { version: 99 };
const people = () => ({ user_ids: [t.admin.userId] });
const nobody = { user_ids: [99_999] };
const ordered = { stock: 4, stock_seen: 7 };
const change = (kind: string, fields: object) =>
  upload('PUT', `/api/${kind}/files/${training}`, fields);

test.each([
  ['a product without a title', 400, () => upload('POST', '/api/store/upload', {})],
  ['a stale product', 409, () => upload('PUT', `/api/store/${product}`, stale)],
  ['an ordered product', 409, () => upload('PUT', `/api/store/${product}`, ordered)],
  ['a stale post', 409, () => upload('PUT', `/api/spotlight/posts/${post}`, stale)],
  ['training for nobody', 400, () => upload('POST', '/api/training/upload', nobody)],
  ['stale training', 409, () => change('training', { ...people(), ...stale })],
  ['a report of another kind', 404, () => change('reports', people())],
  ['a message to nobody', 404, () => upload('POST', '/api/messages/99999/files', message())],
])('rejects %s with %i before the picture is decoded', async (_, status, call) => {
  const response = await call();
  expect([response.statusCode, response.body]).toEqual([status, expect.anything()]);
});

test('decodes a picture that passes every check', async () => {
  expect((await upload('POST', '/api/store/upload', cap)).statusCode).toBe(415);
});
