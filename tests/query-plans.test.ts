/** Plans that depend on statistics; tests/accepted-calls.test.ts looks for whole reads in the calls of every endpoint. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { readSettlements } from '#server/features/settlement-drops/settlement-reading.ts';
import { sqlitePlanOf, sqliteScans, sqliteStatementsOf } from './fixtures/whole-reads.ts';
import { suiteApp } from './harness/app.ts';

describe('query plans on sqlite', () => {
  const t = suiteApp('sqlite');
  const open = (readOnly = true) =>
    new DatabaseSync(join(t.ctx.config.dataDir, 'headrack.sqlite'), { readOnly });

  test('a whole read is found, also of a table by another name or in the order of an index', () => {
    const database = open();
    const all = 'select "m"."id" from "messages" as "m"';
    expect(sqliteScans(database, `${all} where "m"."id" = ?`)).toEqual([]);
    const newest = 'select * from "inquiries" order by "created_at" desc, "id" desc';
    expect(sqliteScans(database, `${newest} limit ?`)).toEqual([]);
    expect(sqliteScans(database, all)).toHaveLength(1);
    expect(sqliteScans(database, newest)).toHaveLength(1);
    const kind = 'select count(*) from "documents" where "kind" = ?';
    expect(sqliteScans(database, kind)).toHaveLength(1);
    database.close();
  });

  /** The plan of the statement that contains a text, while SQLite believes these statistics. */
  async function planWith(statistics: string, url: string, part: string): Promise<string> {
    const { headers } = t.admin;
    const [, statements] = await sqliteStatementsOf(() => t.app.inject({ url, headers }));
    const statement = [...statements.keys()].find((sql) => sql.includes(part)) ?? '';
    const database = open(false);
    database.exec(`
      analyze installation_state;
      delete from sqlite_stat1;
      insert into sqlite_stat1 (tbl, idx, stat) values ${statistics};
      analyze sqlite_schema;
    `);
    const plan = sqlitePlanOf(database, statement).join('\n');
    database.exec('delete from sqlite_stat1');
    database.close();
    return plan;
  }

  test("the office's badges read the indexes of its backlog", async () => {
    // Collected on a day when nobody had opened anything: then SQLite prefers to read whole tables.
    const statistics = `
      ('applications', 'applications_unopened', '100000 1'),
      ('applications', 'applications_newest', '100000 1 1'),
      ('documents', 'documents_never_opened', '50000 1'),
      ('documents', 'documents_newest', '200000 50000 1 1')`;
    const plan = await planWith(statistics, '/api/badges', 'unsent_mail');
    for (const index of ['applications_unopened', 'documents_never_opened', 'inquiries_new']) {
      expect(plan).toMatch(new RegExp(`USING (COVERING )?INDEX ${index}`));
    }
  });

  test("a person's badges read only the documents that ask for something", async () => {
    const statistics = `('document_assignments', 'document_assignments_user', '400000 2800 1 1 1'),
      ('document_assignments', 'document_assignments_missing', '40 2 1 1'),
      ('document_assignments', 'document_assignments_returned', '400 20 1')`;
    const plan = await planWith(statistics, '/api/badges', 'unsent_mail');
    expect(plan).toMatch(/INDEX document_assignments_missing/);
    expect(plan).toMatch(/INDEX document_assignments_returned/);
    expect(plan).not.toMatch(/INDEX document_assignments_user/);
  });

  test('settlements to read are found without reading all of them', async () => {
    const [, statements] = await sqliteStatementsOf(() => readSettlements(t.ctx));
    const statement = [...statements.keys()].find((sql) => sql.includes('period_read_at')) ?? '';
    const database = open();
    const plan = sqlitePlanOf(database, statement).join('\n');
    database.close();
    expect(plan).toMatch(/^SEARCH r USING INDEX document_revisions_unread/m);
    expect(plan).not.toMatch(/ORDER BY/);
  });

  test('the access to a file is found by its key, also while no message has a file', async () => {
    const statistics = `
      ('messages', 'messages_of_two', '1000000 100000 205 1'),
      ('messages', 'sqlite_autoindex_messages_1', '1000000 1000000')`;
    const url = `/api/settlements/presigned-get?path=reports/${randomUUID()}.pdf`;
    const plan = await planWith(statistics, url, 'message_id');
    expect(plan).toMatch(/SEARCH messages USING INDEX \w+ \(object_key=\?\)/);
  });
});
