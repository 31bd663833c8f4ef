import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { startApp, type TestPerson } from '#tests/harness/app.ts';
import { chatApp, chatsOf } from '#tests/harness/chats.ts';
import { onBothWhenFull, sqliteOnly } from '#tests/harness/databases.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { nextEvent } from '#tests/realtime/pages.ts';
import { jsonOf, read } from '#tests/records/stored.ts';

const pdf = () => ({ bytes: pdfOf(randomUUID()), name: 'Bill of lading 4471.pdf' });

onBothWhenFull('files in messages', (engine) => {
  const chat = chatApp(engine);
  const { open, sendFile } = chat;
  const { stored } = documentsOf(() => chat.t);
  let driver: TestPerson;
  let office: TestPerson;
  beforeAll(() => {
    [driver, office] = [chat.t.employee, chat.t.admin];
  });

  test('stores a photo upright, without its location, with its size, and publishes it to both people', async () => {
    const photo = await photoOf({ width: 400, height: 300 });
    const pages = [await open(driver), await open(office)];
    const events = Promise.all(pages.map((page) => nextEvent(page, 'receive_message')));
    const clientId = randomUUID();
    const fields = { clientId: clientId.toUpperCase(), content: '  Left door,\r\nsee photo ' };
    const file = { bytes: photo, name: 'IMG_0001.JPG' };
    const { message, id, sent } = await jsonOf(sendFile(driver, office.userId, file, fields));
    expect([message, id]).toEqual(['Message sent.', sent.id]);
    const { attachment, ...plain } = sent;
    expect(plain).toEqual({
      ...{ id, senderId: driver.userId, receiverId: office.userId, clientId },
      ...{ content: 'Left door,\nsee photo', timestamp: expect.stringMatching(/Z$/) },
    });
    const { key } = attachment;
    expect(key).toMatch(/^messages\/[0-9a-f-]{36}\.jpg$/);
    expect(await stored()).toContain(key);
    const size = expect.any(Number);
    const shape = { kind: 'jpeg', size, width: 300, height: 400 };
    expect(attachment).toEqual({ key, name: 'IMG_0001.JPG', ...shape });
    expect(await events).toEqual([sent, sent]);

    const signed = `/api/settlements/presigned-get?path=${key}`;
    for (const by of [driver, office]) {
      const opened = await chat.t.app.inject((await read(chat.t, signed, by)).url);
      const { width, height, exif } = await sharp(opened.rawPayload).metadata();
      expect([width, height, exif]).toEqual([300, 400, undefined]);
      expect(opened.rawPayload).toHaveLength(attachment.size);
    }
  });
});

sqliteOnly.test('files count as messages: 100 at once, then 429 with Retry-After', async () => {
  const t = await startApp('sqlite', { config: { rateLimits: true } });
  onTestFinished(t.close);
  const { sendFile } = chatsOf(t);
  const fields = { clientId: randomUUID() };
  const send = () => sendFile(t.employee, t.admin.userId, pdf(), fields);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  for (let n = 0; n < 100; n += 1) expect((await send()).statusCode).toBe(201);
  const rejected = await send();
  const reply = { code: 'rate_limited', error: chatMessages.tooMany };
  expect([rejected.statusCode, rejected.json()]).toEqual([429, reply]);
  expect(rejected.headers['retry-after']).toBe('1');
  expect((await sendFile(t.admin, t.employee.userId, pdf())).statusCode).toBe(201);
});
