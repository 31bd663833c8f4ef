import { expect, test } from 'vitest';
import { suiteApp } from '../../tests/harness/app.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { selectSchema } from './export-person.queries.ts';
import { personalData, untypedTables } from './personal-data.ts';

/** Tables of Kysely, and those in which SQLite stores its search index. */
const internal = /^(kysely_|sqlite_|message_words_)/;

onBothDatabases('personal data', (engine) => {
  const t = suiteApp(engine);

  test('every column of the database is classified, once (SEC22)', async () => {
    const schema = await selectSchema(t.ctx.db);
    const problems: string[] = [];
    for (const [table, columns] of schema) {
      if (internal.test(table)) continue;
      const data = { ...personalData, ...untypedTables }[table];
      if (!data) {
        problems.push(`${table} is not in personal-data.ts`);
        continue;
      }
      const { personal = [], technical = [], withheld = [] } = data;
      const listed = [...personal, ...technical, ...withheld];
      for (const column of columns) {
        const times = listed.filter((name) => name === column).length;
        if (times !== 1) problems.push(`${table}.${column} is listed ${times} times`);
      }
      if (table in personalData) {
        for (const column of listed.filter((name) => !columns.includes(name))) {
          problems.push(`${table}.${column} does not exist`);
        }
      }
    }
    for (const table of Object.keys(personalData).filter((name) => !schema.has(name))) {
      problems.push(`${table} does not exist`);
    }
    expect(problems).toEqual([]);
  });

  test('a table with personal columns says how a person’s rows are found, or why not', () => {
    for (const [table, data] of Object.entries({ ...personalData, ...untypedTables })) {
      if (!data.personal?.length) continue;
      expect(Boolean(data.rows) !== Boolean(data.reason), table).toBe(true);
      for (const column of Object.keys(data.rows ?? {})) {
        expect([...data.personal, ...(data.technical ?? [])], table).toContain(column);
      }
    }
  });

  test('secrets are withheld', () => {
    const secret = /password|code_hash|jti|p256dh|^auth$|endpoint|^reply$|body_text|body_html/;
    for (const [table, { personal = [], technical = [] }] of Object.entries(personalData)) {
      const exported = [...personal, ...technical].filter((column) => secret.test(column));
      expect(exported, table).toEqual([]);
    }
  });
});
