import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SettlementQuestion } from '#contract/settlement-questions.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { documentsOf, idsOf } from '#tests/harness/documents.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { formBody } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { badgesOf, noticesOf } from '#tests/records/traces.ts';

describe('questions about settlements', () => {
  const t = suiteApp('sqlite');
  const { document, update, remove } = documentsOf(() => t);
  const files = ownedFilesOf(() => t);

  const settlement = (people: readonly TestPerson[]) =>
    document('settlements', { user_ids: idsOf(people) });
  const ask = (
    fileId: number,
    by: TestPerson,
    body: object = { message: 'Where is load 7?' },
    headers = {},
  ) => send(t, 'POST', `/api/settlements/files/${fileId}/questions`, by, body, headers);
  const write = (id: number, by: TestPerson, body: object = { message: 'It is on page 2.' }) =>
    send(t, 'POST', `/api/settlements/questions/${id}/messages`, by, body);
  const read = (id: number, by: TestPerson) =>
    send(t, 'POST', `/api/settlements/questions/${id}/read`, by);
  const list = async (by: TestPerson, query = ''): Promise<SettlementQuestion[]> =>
    (await send(t, 'GET', `/api/settlements/questions${query}`, by)).json();
  const badges = (by: TestPerson) => badgesOf(t, by);
  const notices = (by: TestPerson) => noticesOf(t, by);
  const asked = async (by: TestPerson) => {
    const fileId = await settlement([by]);
    const response = await ask(fileId, by);
    expect(response.statusCode, response.body).toBe(201);
    return { fileId, id: response.json().question_id as number };
  };

  test('go to the office, come back answered, and open again', async () => {
    const driver = await t.person("Jo O'Neil", 'employee');
    const before = (await badges(t.admin)).open_questions;
    const { fileId, id } = await asked(driver);
    expect((await badges(t.admin)).open_questions).toBe(before + 1);
    const link = `/settlement-questions?question=${id}`;
    const message = "Jo O'Neil has a question about Week 40.pdf.";
    expect((await notices(t.admin))[0]).toMatchObject({ message, link });
    const [question] = await list(t.admin, `?file_id=${fileId}`);
    expect(question).toMatchObject({
      ...{ question_id: id, file_id: fileId, file_path: await files.keyOf(fileId), revision: 1 },
      ...{ user_id: driver.userId, asked_by: "Jo O'Neil", status: 'open', unread: 0 },
      messages: [{ user_id: driver.userId, name: "Jo O'Neil", text: 'Where is load 7?' }],
    });

    expect((await write(id, t.admin)).statusCode).toBe(201);
    expect(await list(driver)).toMatchObject([{ question_id: id, status: 'answered', unread: 1 }]);
    expect((await badges(t.admin)).open_questions).toBe(before);
    expect((await badges(driver)).answered_questions).toBe(1);
    const answered = 'The office answered your question about Week 40.pdf.';
    expect((await notices(driver))[0]).toMatchObject({ message: answered, link });
    expect((await read(id, driver)).statusCode).toBe(200);
    expect((await badges(driver)).answered_questions).toBe(0);

    const sent = (await notices(t.admin)).length;
    const more = ['Not the whole of it.', 'Page 2 is cut.'];
    for (const text of more)
      expect((await write(id, driver, { message: text })).statusCode).toBe(201);
    // One notice for each time that it opens.
    expect((await notices(t.admin)).length).toBe(sent + 1);
    const [thread] = await list(t.admin, '?status=open');
    const texts = ['Where is load 7?', 'It is on page 2.', ...more];
    expect(thread?.messages.map(({ text }) => text)).toEqual(texts);
  });

  test('belong to that driver and the office only', async () => {
    const driver = await t.person('q owner', 'employee');
    const other = await t.person('q other', 'employee');
    const { fileId, id } = await asked(driver);
    const training = await document('training', { user_ids: [driver.userId] });
    const notYours = 'This settlement is not assigned to you.';
    expect(errorOf(await ask(fileId, other))).toEqual([404, notYours]);
    for (const refused of [
      ...[await ask(fileId, t.admin), await ask(training, driver), await read(id, t.admin)],
      ...[await write(id, other), await read(id, other)],
    ]) {
      expect(refused.statusCode).toBe(404);
    }
    expect(await list(other)).toEqual([]);
    expect((await list(driver)).map(({ question_id }) => question_id)).toEqual([id]);
  });

  test('are stored once, with a photo without its position', async () => {
    const driver = await t.person('q photo', 'employee');
    const fileId = await settlement([driver]);
    const picture = { name: 'photo', value: await photoOf(), filename: 'Receipt.jpg' };
    const form = formBody({ message: 'See the receipt.' }, picture);
    const key = { 'idempotency-key': randomUUID() };
    const all = await Promise.all([1, 2].map(() => ask(fileId, driver, form, key)));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    const [thread, ...more] = await list(driver);
    expect(more).toEqual([]);
    const photo = thread?.messages[0]?.photo?.key ?? '';
    const { rawPayload } = await t.app.inject({ url: await files.link(photo, t.admin) });
    expect(rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(rawPayload.includes('Exif')).toBe(false);

    expect((await remove('settlements', fileId)).statusCode).toBe(200);
    expect(await list(driver)).toEqual([]);
    expect(await rowsOf(t, 'objects', { key: photo })).toEqual([]);
  });

  test('keep their revision, and their file only while it is current and assigned', async () => {
    const driver = await t.person('q revision', 'employee');
    const { fileId } = await asked(driver);
    await update('settlements', fileId, { user_ids: [t.admin.userId] });
    const [unassigned] = await list(driver);
    expect(unassigned).toMatchObject({ revision: 1, file_path: null });
    const office = await list(t.admin, `?file_id=${fileId}`);
    expect(office[0]?.file_path).toBe(await files.keyOf(fileId));
    await files.change('settlements', fileId, [driver], Buffer.from('%PDF-1.4 second\n%%EOF'));
    expect((await list(driver))[0]).toMatchObject({ revision: 1, file_path: null });
  });
});
