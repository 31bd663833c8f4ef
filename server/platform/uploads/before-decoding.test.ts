import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { send } from '../../../tests/fixtures/requests.ts';
import { startApp, suiteApp } from '../../../tests/harness/app.ts';
import { chatsOf } from '../../../tests/harness/chats.ts';
import { formBody, pdfOf } from '../../../tests/harness/multipart.ts';
import { postsOf } from '../../../tests/harness/posts.ts';
import { cap, storeOf } from '../../../tests/harness/store.ts';

const t = suiteApp('sqlite');
const { add: addProduct } = storeOf(() => t);
const { add: addPost } = postsOf(() => t);
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

const text = { title: 'A million safe miles', text: 'Well driven.' };
const message = () => ({ clientId: randomUUID() });

beforeAll(async () => {
  product = await addProduct();
  post = await addPost();
  const { admin } = t;
  const form = formBody(
    { user_ids: [admin.userId] },
    { name: 'file', value: 'Plain text.', filename: 'a.txt' },
  );
  const response = await send(t, 'POST', '/api/training/upload', admin, form);
  expect(response.statusCode, response.body).toBe(201);
  training = response.json().file_id;
});

const stale = { version: 99 };
const people = () => ({ user_ids: [t.admin.userId] });
const nobody = { user_ids: [99_999] };

test.each([
  ['a product without a title', 400, () => upload('POST', '/api/store/upload', {})],
  ['a stale product', 409, () => upload('PUT', `/api/store/${product}`, stale)],
  [
    'a product that was ordered',
    409,
    () => upload('PUT', `/api/store/${product}`, { stock: 4, stock_seen: 7 }),
  ],
  ['a stale post', 409, () => upload('PUT', `/api/spotlight/posts/${post}`, stale)],
  ['training for nobody', 400, () => upload('POST', '/api/training/upload', nobody)],
  [
    'stale training',
    409,
    () => upload('PUT', `/api/training/files/${training}`, { ...people(), ...stale }),
  ],
  [
    'a report of another kind',
    404,
    () => upload('PUT', `/api/reports/files/${training}`, people()),
  ],
  ['a message to nobody', 404, () => upload('POST', '/api/messages/99999/files', message())],
])('rejects %s with %i before the picture is decoded', async (_, status, call) => {
  const response = await call();
  expect([response.statusCode, response.body]).toEqual([status, expect.anything()]);
});

test.each([
  ['a product', () => upload('POST', '/api/store/upload', cap)],
  ['a post', () => upload('POST', '/api/spotlight/upload', text)],
  ['training', () => upload('POST', '/api/training/upload', people())],
  ['a message', () => upload('POST', `/api/messages/${t.employee.userId}/files`, message())],
])('decodes the picture of %s that passes every check', async (_, call) => {
  expect((await call()).statusCode).toBe(415);
});

test('returns the stored reply to a repeated upload, also after its recipient was closed', async () => {
  const { userId } = await t.person('leaver', 'employee');
  const headers = { 'idempotency-key': randomUUID() };
  const form = formBody(
    { user_ids: [userId] },
    { name: 'file', value: 'Text.', filename: 'a.txt' },
  );
  const sent = () => send(t, 'POST', '/api/training/upload', t.admin, form, headers);
  const first = await sent();
  expect(first.statusCode, first.body).toBe(201);
  expect((await send(t, 'DELETE', `/api/users/${userId}`, t.admin)).statusCode).toBe(200);
  expect((await sent()).body).toBe(first.body);
});

test('counts a message with a picture before the picture is decoded', async () => {
  const limited = await startApp('sqlite', { config: { rateLimits: true } });
  const { sendFile } = chatsOf(() => limited);
  const { employee, admin } = limited;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const pdf = { bytes: pdfOf('Bill of lading'), name: 'Bill of lading.pdf' };
  const repeated = message();
  for (let n = 0; n < 100; n += 1) {
    expect((await sendFile(employee, admin.userId, pdf, repeated)).statusCode).toBe(201);
  }
  const photo = { bytes: undecodable, name: 'deck.png' };
  const response = await sendFile(employee, admin.userId, photo);
  clock.mockRestore();
  expect([response.statusCode, response.json().error]).toEqual([429, chatMessages.tooMany]);
  await limited.close();
});
