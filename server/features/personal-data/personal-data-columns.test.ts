import { expect, test } from 'vitest';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { selectSchema } from './personal-data.queries.ts';
import { personalData } from './personal-data-columns.ts';

/** Tables of Kysely, and those in which SQLite stores its search index. */
const internal = /^(kysely_|sqlite_|message_words_)/;

type TableData = (typeof personalData)[keyof typeof personalData];

/** Tables that only migrations and SQL know. */
const untypedTables: Readonly<Record<string, TableData>> = {
  message_words: {
    technical: ['message_id'],
    withheld: ['words', 'message_words', 'rank'],
  },
  socket_io_attachments: {
    technical: ['id', 'created_at'],
    withheld: ['payload'],
  },
};

const listed = ({ personal = [], technical = [], withheld = [] }: TableData) => [
  ...personal,
  ...technical,
  ...withheld,
];
const columnsOf = ([table, columns]: [string, readonly string[]]) =>
  columns.map((column) => `${table}.${column}`);

onBothDatabases('personal data', (engine) => {
  const t = suiteApp(engine);

  test('every column of the database is classified, once (SEC22)', async () => {
    const schema = await selectSchema(t.ctx.db);
    const stored = [...schema].filter(([table]) => !internal.test(table)).flatMap(columnsOf);
    const classified = Object.entries(personalData).flatMap(([table, data]) =>
      columnsOf([table, listed(data)]),
    );
    const untyped = Object.entries(untypedTables).flatMap(([table, data]) =>
      columnsOf([table, listed(data)]),
    );
    // A new one belongs in personal-data-columns.ts, and if an applicant's in applications-erasing.ts.
    expect(stored.filter((column) => !untyped.includes(column)).sort()).toEqual(classified.sort());
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
});
