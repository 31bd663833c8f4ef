import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp } from '#tests/harness/chats.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import type { Cursor, Page } from '../../platform/http/lists.ts';
import { findMessages } from './chat-search.ts';
import { splitTerms } from './search-terms.ts';

sqliteOnly.describe('search terms', () => {
  test('are letters and digits of any script, without case and accents, each once', () => {
    expect(splitTerms('Gate 7A: the GATE, “Núñez”!\nгараж-2 車 ﬁne @12 a_b')).toEqual([
      ...['gate', '7a', 'the', 'nunez', 'гараж', '2', '車', 'fine', '12', 'a', 'b'],
    ]);
    expect(splitTerms(' – !? \ud800 ')).toEqual([]);
    expect(splitTerms('İstanbul')).toEqual(['istanbul']);
    expect(splitTerms('ŁÓDŹ Straße Øster')).toEqual(['lodz', 'strasse', 'oster']);
  });
});

onBothDatabases('search', (engine) => {
  const chat = chatApp(engine);
  const { person, search, sendFile, write } = chat;
  let driver: TestPerson;
  let office: TestPerson;
  let other: TestPerson;
  const found = async (by: TestPerson, q: string) =>
    (await search(by, q)).rows.map(({ content }) => content);

  beforeAll(async () => {
    [driver, office] = [chat.t.employee, chat.t.admin];
    other = await person();
    await write(driver, office, 'Gate code at Joliet is 4471');
    await write(office, driver, 'Use the north gate; Señor Núñez lets you in');
    await write(other, office, 'Which gate in Omaha?');
    await write(office, driver, 'Gateway Motors has 3 Tahoes for you. <b>Ramp 2</b> & "deck"');
    await write(driver, office, 'Я у ворот, 車を積みました');
  });

  test('finds words and beginnings of words, newest first, without case and accents', async () => {
    const [gateway, north, code] = [
      'Gateway Motors has 3 Tahoes for you. <b>Ramp 2</b> & "deck"',
      'Use the north gate; Señor Núñez lets you in',
      'Gate code at Joliet is 4471',
    ];
    expect(await found(driver, 'GATE')).toEqual([gateway, north, code]);
    expect(await found(driver, 'gatew')).toEqual([gateway]);
    expect(await found(driver, 'nunez sen')).toEqual([north]);
    expect(await found(driver, 'NÚÑEZ')).toEqual([north]);
    expect(await found(driver, '44')).toEqual([code]);
    expect(await found(driver, 'code gate')).toEqual([code]);
    expect(await found(driver, 'ate')).toEqual([]);
    expect(await found(driver, 'gate tahoes code')).toEqual([]);
    expect(await found(driver, 'ВОРОТ')).toEqual(['Я у ворот, 車を積みました']);
    expect(await found(driver, '車')).toEqual(['Я у ворот, 車を積みました']);
  });

  test('finds a name by each of its apostrophes and dashes, and through invisible characters', async () => {
    const [writer, reader] = [await person(), await person('admin')];
    const texts = [
      'For O’Brien at gate',
      'For O\u02bcBrien',
      'Smith\u2011Jones',
      'Mon\u00adtag\u200b',
    ];
    for (const text of texts) await write(writer, reader, text);
    for (const name of ["O'Brien", 'O’Brien', 'o\u00b4brien']) {
      expect(await found(reader, name), name).toEqual([texts[1], texts[0]]);
    }
    expect(await found(reader, 'smith–jones')).toEqual([texts[2]]);
    expect(await found(reader, 'montag')).toEqual([texts[3]]);
  });

  test('finds only messages of the user, also for admins', async () => {
    const stranger = await person('admin');
    expect(await found(stranger, 'gate')).toEqual([]);
    expect(await found(other, 'gate')).toEqual(['Which gate in Omaha?']);
    expect(await found(office, 'gate')).toHaveLength(4);
  });

  test('finds a file by its name', async () => {
    const file = { bytes: pdfOf('x'), name: 'Unfallbericht Müller.pdf' };
    const response = await sendFile(driver, office.userId, file, { content: 'see this' });
    expect(response.statusCode, response.body).toBe(201);
    expect((await search(office, 'unfall muller')).rows).toEqual([response.json().sent]);
  });

  test.each([
    ...['!!! — *', '"gate" OR "x"', 'gate*', "gate':*", 'gate | x', 'NEAR(gate code)', '(gate'],
    ...["'", '%', '\u0000', '1@0@gate', '日'.repeat(200)],
  ])('treats %j as plain words', async (q) => {
    const hits = await found(driver, q);
    const words = splitTerms(q);
    if (words.join(' ') === 'gate') expect(hits).toHaveLength(3);
    else expect(hits).toEqual([]);
  });

  test('finds messages in distant buckets', async () => {
    const [writer, reader] = [await person(), await person('admin')];
    const content = 'mark one two three four five six seven';
    const ids: number[] = [];
    const skipTo = (id: number) =>
      engine === 'sqlite'
        ? sql`update sqlite_sequence set seq = ${id} where name = 'messages'`
        : sql`alter sequence messages_id_seq restart with ${sql.lit(id)}`;
    for (const start of [0, 100_000, 1_500_000, 1_500_001, 5_000_000]) {
      if (start > 0) await skipTo(start).execute(chat.t.ctx.db);
      ids.unshift((await write(writer, reader, content)).id);
    }
    expect((await search(reader, content)).rows.map(({ id }) => id)).toEqual(ids);
    for (const limit of [1, 2, 4, 5, 50]) {
      const pages: number[] = [];
      const readPage = findMessages(chat.t.ctx, reader, { q: 'mark' });
      let before: Cursor | null = null;
      do {
        const page: Page<Message> = await readPage(before, limit);
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        pages.push(...page.rows.map(({ id }) => id));
        before = page.end;
      } while (before !== null);
      expect(pages).toEqual(ids);
    }
  });
});
