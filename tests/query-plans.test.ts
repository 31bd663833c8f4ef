/** No call reads a whole large table: each query uses an index for what it looks for, or has a limit. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { Statements } from '#server/database/sqlite-statements.ts';
import { listRecords } from './fixtures/list-records.ts';
import { injectOptions } from './fixtures/requests.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { sqliteOnly } from './harness/databases.ts';

/** Tables that grow with every day of work. */
const large = [
  ...['applications', 'audit', 'audit_chain', 'chat_files', 'damages', 'document_assignments'],
  ...['document_receipts', 'document_revisions', 'documents', 'employee_files', 'hours_ledger'],
  ...['idempotency_keys', 'inquiries', 'messages', 'notifications', 'objects', 'outbox'],
  ...['reactions', 'sessions', 'submissions', 'work_experiences', 'work_references'],
];

/** Indexes that may be read whole: of few rows, or without the rows themselves. */
const small =
  /USING (COVERING )?INDEX (inquiries_new|applications_unopened|submissions_to_judge|documents_never_opened|document_assignments_user)$/;

sqliteOnly.describe('query plans', () => {
  const t = suiteApp('sqlite');

  /** Runs work and returns the statements that it ran. */
  async function statementsOf(work: () => Promise<unknown>): Promise<Set<string>> {
    const seen = new Set<string>();
    const { execute } = Statements.prototype;
    Statements.prototype.execute = function <R>(
      this: Statements,
      query: Pick<CompiledQuery, 'sql' | 'parameters'>,
    ) {
      seen.add(query.sql);
      return execute.call(this, query) as ReturnType<typeof execute<R>>;
    };
    try {
      await work();
    } finally {
      Statements.prototype.execute = execute;
    }
    return seen;
  }

  /** The large tables that a statement reads whole. */
  function scans(database: DatabaseSync, sql: string): string[] {
    const aliases = new Map(large.map((table) => [table, table]));
    for (const [, table = '', alias = ''] of sql.matchAll(/"(\w+)" as "(\w+)"/g)) {
      if (large.includes(table)) aliases.set(alias, table);
    }
    const plan = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
    return plan.flatMap(({ detail }) => {
      const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? [];
      const isLimited = / limit /i.test(sql) && /USING (COVERING )?INDEX/.test(detail);
      const isAllowed = isLimited || small.test(detail);
      return aliases.has(name) && !isAllowed ? [`${detail}: ${sql}`] : [];
    });
  }

  const open = () =>
    new DatabaseSync(join(t.ctx.config.dataDir, 'headrack.sqlite'), { readOnly: true });

  test('a whole read is found, also of a table by another name or in the order of an index', () => {
    const database = open();
    const all = 'select "m"."id" from "messages" as "m"';
    expect(scans(database, `${all} where "m"."id" = ?`)).toEqual([]);
    const newest = 'select * from "inquiries" order by "created_at" desc, "id" desc';
    expect(scans(database, `${newest} limit ?`)).toEqual([]);
    expect(scans(database, all)).toHaveLength(1);
    expect(scans(database, newest)).toHaveLength(1);
    database.close();
  });

  // Erasing a person looks everywhere, rarely.
  test.each(endpoints.filter(({ name }) => name !== 'eraseApplicant'))(
    '$name reads no large table whole',
    async (endpoint) => {
      const { name } = endpoint;
      await listRecords[name]?.(t);
      const { query, ...request } = await validRequest(t, name);
      // An account of its own: some calls end the sessions of theirs.
      const by = request.by === t.admin ? await t.person(`${name}er`, 'admin') : request.by;
      const paged: Record<string, string> = endpoint.paged ? { limit: '20' } : {};
      const options = injectOptions({ ...request, by, query: { ...query, ...paged } });
      const statements = await statementsOf(() => t.app.inject(options));
      const database = open();
      // The plan of an insert lists checks of foreign keys that don't run.
      const found = [...statements]
        .filter((sql) => /^\s*(select|update|delete|with)\b/i.test(sql))
        .flatMap((sql) => scans(database, sql));
      database.close();
      expect(found).toEqual([]);
    },
  );
});
