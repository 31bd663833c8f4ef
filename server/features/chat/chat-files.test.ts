import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { chatsOf } from '../../../tests/harness/chats.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import { docxOf, photoOf, pictureOf } from '../../../tests/harness/file-samples.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { type Bucket, startBucket } from '../../../tests/harness/s3.ts';
import { closePages, heardBy, listen, nextEvent, openPage } from '../../../tests/realtime/pages.ts';

/** Every key there are bytes under; each has its row, and each row its bytes. */
async function stored({ ctx }: TestApp): Promise<string[]> {
  const keys = await Array.fromAsync(ctx.storage.list(), ({ key }) => key);
  const rows = await ctx.db.selectFrom('objects').select('key').execute();
  expect(keys.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  return keys;
}

const pdf = () => ({ bytes: pdfOf(randomUUID()), name: 'Bill of lading 4471.pdf' });

onBothDatabases('files in messages', (engine) => {
  let t: TestApp;
  let url: string;
  let driver: TestPerson;
  let office: TestPerson;
  const { sendFile, conversations } = chatsOf(() => t);
  /** Sends what is refused; nothing is kept of it. */
  async function refused(...sending: Parameters<typeof sendFile>): Promise<[number, object]> {
    const before = await stored(t);
    const answer = await sendFile(...sending);
    expect(await stored(t)).toEqual(before);
    return [answer.statusCode, answer.json()];
  }

  beforeAll(async () => {
    t = await startApp(engine, { config: { uploadBytes: 200_000 } });
    [driver, office] = [t.employee, t.admin];
    url = await listen(t);
  });
  afterEach(closePages);
  afterAll(() => t.close());

  test('a photo is stored upright, without its place, with its size, and told to both people', async () => {
    const photo = await photoOf({ width: 400, height: 300 });
    const pages = [await openPage(url, driver), await openPage(url, office)];
    const news = Promise.all(pages.map((page) => nextEvent(page, 'receive_message')));
    const clientId = randomUUID();
    const fields = { clientId: clientId.toUpperCase(), content: '  Left door,\r\nsee photo ' };
    const file = { bytes: photo, name: 'IMG_0001.JPG' };
    const answer = await sendFile(driver, office.userId, file, fields);
    expect(answer.statusCode, answer.body).toBe(201);
    const { message, id, sent } = answer.json();
    expect([message, id]).toEqual(['Message sent.', sent.id]);
    const { attachment, ...plain } = sent;
    expect(plain).toEqual({
      ...{ id, senderId: driver.userId, receiverId: office.userId, clientId },
      ...{ content: 'Left door,\nsee photo', timestamp: expect.stringMatching(/Z$/) },
    });
    const { key } = attachment;
    expect(key).toMatch(/^messages\/[0-9a-f-]{36}\.jpg$/);
    expect(await stored(t)).toContain(key);
    const size = expect.any(Number);
    const shape = { kind: 'jpeg', size, width: 300, height: 400 };
    expect(attachment).toEqual({ key, name: 'IMG_0001.JPG', ...shape });
    expect(await news).toEqual([sent, sent]);

    const signed = `/api/settlements/presigned-get?path=${key}`;
    for (const person of [driver, office]) {
      const link = (await t.app.inject({ url: signed, headers: person.headers })).json().url;
      const opened = await t.app.inject(link);
      expect(opened.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline; filename=IMG_0001.JPG',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=300',
      });
      const { width, height, exif } = await sharp(opened.rawPayload).metadata();
      expect([width, height, exif]).toEqual([300, 400, undefined]);
      expect(opened.rawPayload).toHaveLength(attachment.size);
    }
  });

  test('a PDF goes as it came, without a text, and admins learn who answered', async () => {
    const page = await openPage(url, await t.person('olga', 'admin'));
    const answered = nextEvent(page, 'answered');
    const answer = await sendFile(office, driver.userId, pdf());
    expect(answer.statusCode, answer.body).toBe(201);
    const { sent } = answer.json();
    expect(sent.content).toBe('');
    const { key, ...attachment } = sent.attachment;
    expect(key).toMatch(/^messages\/[0-9a-f-]{36}\.pdf$/);
    expect(attachment).toEqual({
      ...{ name: 'Bill of lading 4471.pdf', kind: 'pdf' },
      size: expect.any(Number),
    });
    expect(await answered).toMatchObject({
      userId: driver.userId,
      by: { userId: office.userId, timestamp: sent.timestamp },
    });
    const { rows } = await conversations(driver);
    expect(rows.find(({ userId }) => userId === office.userId)?.lastMessage).toEqual(sent);
  });

  test('the same clientId again answers with the first message, and its bytes are gone', async () => {
    const fields = { clientId: randomUUID(), content: 'once' };
    const first = await sendFile(driver, office.userId, pdf(), fields);
    const before = await stored(t);
    const page = await openPage(url, office);
    const heard = heardBy(page, 'receive_message');
    const again = await sendFile(driver, office.userId, pdf(), { ...fields, content: 'twice' });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(await stored(t)).toEqual(before);

    const [clientId, other] = [randomUUID(), await t.person('osk', 'admin')];
    const receivers = [office, office, office, other];
    const answers = await Promise.all(
      receivers.map(({ userId }) => sendFile(driver, userId, pdf(), { clientId })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await stored(t)).toHaveLength(before.length + 1);
    expect(heard.length).toBeLessThanOrEqual(1);
  });

  test('nobody, oneself, a closed account, and another employee get nothing, and nothing is kept', async () => {
    const [mate, left] = [await t.person('mate', 'employee'), await t.person('left', 'admin')];
    const headers = office.headers;
    await t.app.inject({ method: 'DELETE', url: `/api/users/${left.userId}`, headers });
    expect((await refused(office, 999_999, pdf()))[0]).toBe(404);
    expect((await refused(driver, 999_999, pdf()))[0]).toBe(403);
    expect(await refused(driver, mate.userId, pdf())).toEqual([
      403,
      { code: 'forbidden', error: chatMessages.adminsOnly },
    ]);
    const httpErrors = [
      [left.userId, chatMessages.noReceiver],
      [driver.userId, chatMessages.oneself],
    ] as const;
    for (const [userId, error] of httpErrors) {
      const answer = await refused(driver, userId, pdf());
      expect(answer).toEqual([
        400,
        { code: 'validation_failed', error, fields: { receiverId: error } },
      ]);
    }
  });

  test.each([
    ['a Word document', 415, async () => docxOf()],
    ['a text', 415, async () => Buffer.from('hello')],
    ['half a picture', 415, async () => (await pictureOf('png')).subarray(0, 60)],
    ['too much', 413, async () => pdfOf('x', 200_001)],
    ['nothing', 415, async () => Buffer.alloc(0)],
  ])('%s is %i, and nothing is kept', async (_what, status, bytes) => {
    const file = { bytes: await bytes(), name: 'a.pdf' };
    expect((await refused(driver, office.userId, file))[0]).toBe(status);
  });

  test.each([
    ['no file', null, {}],
    ['no clientId', pdf(), { clientId: '' }],
    ['a clientId that is none', pdf(), { clientId: '7' }],
    ['a text of 4,001 characters', pdf(), { content: 'x'.repeat(4001) }],
  ])('%s is 400, and nothing is kept', async (_what, file, fields) => {
    expect((await refused(driver, office.userId, file, fields))[0]).toBe(400);
  });

  test('spaces around a text do not count', async () => {
    const fields = { content: `  ${'x'.repeat(4000)}\n ` };
    const answer = await sendFile(driver, office.userId, pdf(), fields);
    expect(answer.json().sent.content).toBe('x'.repeat(4000));
  });

  test('a name is cleaned, and one that a computer would run gets an end that it would not', async () => {
    const file = { bytes: pdfOf('x'), name: 'C:\\loads\\\u202efdp.exe' };
    const answer = await sendFile(driver, office.userId, file);
    expect(answer.json().sent.attachment.name).toBe('fdp.exe.pdf');
  });
});

sqliteOnly.test(
  'files count as messages: 100 at once, then one told when to come again',
  async () => {
    const t = await startApp('sqlite', { config: { rateLimits: true } });
    try {
      const { sendFile } = chatsOf(() => t);
      const fields = { clientId: randomUUID() };
      const send = () => sendFile(t.employee, t.admin.userId, pdf(), fields);
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      for (let n = 0; n < 100; n += 1) expect((await send()).statusCode).toBe(201);
      const httpError = await send();
      clock.mockRestore();
      expect([httpError.statusCode, httpError.json()]).toEqual([
        429,
        { code: 'rate_limited', error: chatMessages.tooMany },
      ]);
      expect(httpError.headers['retry-after']).toBe('1');
      expect((await sendFile(t.admin, t.employee.userId, pdf())).statusCode).toBe(201);
    } finally {
      await t.close();
    }
  },
);

sqliteOnly.test('a photo in a bucket goes the same way', async () => {
  const bucket: Bucket = await startBucket();
  const t = await startApp('sqlite', { config: { storageUrl: bucket.url } });
  try {
    const { sendFile } = chatsOf(() => t);
    const file = { bytes: await photoOf(), name: 'dent.jpg' };
    const fields = { clientId: randomUUID() };
    const { sent } = (await sendFile(t.employee, t.admin.userId, file, fields)).json();
    await sendFile(t.employee, t.admin.userId, file, fields);
    expect(await stored(t)).toEqual([sent.attachment.key]);
    const signed = `/api/store/presigned-get?key=${sent.attachment.key}`;
    const link = (await t.app.inject({ url: signed, headers: t.admin.headers })).json().url;
    const { width, height } = await sharp((await t.app.inject(link)).rawPayload).metadata();
    expect([width, height]).toEqual([48, 64]);
    await bucket.close();
    const away = await sendFile(t.employee, t.admin.userId, file);
    expect(away.statusCode).toBe(503);
    expect(await t.ctx.db.selectFrom('messages').select('id').execute()).toHaveLength(1);
  } finally {
    await t.close();
    await bucket.close();
  }
});
