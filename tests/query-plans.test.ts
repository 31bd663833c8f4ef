/** No call reads a whole large table: each query uses an index for what it looks for, or has a limit. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { Statements } from '#server/database/sqlite-statements.ts';
import { openPageReader } from '#server/features/settlement-drops/page-text.ts';
import { readSettlements } from '#server/features/settlement-drops/settlement-reading.ts';
import { listRecords } from './fixtures/list-records.ts';
import { injectOptions } from './fixtures/requests.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp, type TestApp } from './harness/app.ts';
import { postgresOnly, sqliteOnly } from './harness/databases.ts';

/** Tables that grow with every day of work. */
const large = [
  ...['announcements', 'applications', 'audit', 'audit_chain', 'chat_files', 'claim_changes'],
  ...['claim_photos', 'claims', 'damages', 'document_assignments', 'driver_documents'],
  ...['driver_reminders', 'notification_recipients', 'settlement_question_messages'],
  'settlement_questions',
  ...['document_receipts', 'document_revisions', 'documents', 'employee_files', 'hours_ledger'],
  ...['idempotency_keys', 'inquiries', 'messages', 'notifications', 'objects', 'outbox'],
  ...['reactions', 'sessions', 'submissions', 'time_off', 'work_experiences', 'work_references'],
];

/** Indexes that may be read whole: of few rows, or without the rows themselves. */
const small = [
  ...['inquiries_new', 'applications_unopened', 'submissions_to_judge', 'documents_never_opened'],
  'document_assignments_user',
  'time_off_requested',
  'settlement_questions_open',
  // At most one row for each kind of document of a driver.
  ...['driver_documents_current', 'driver_documents_newest', 'driver_documents_shown'],
];

// The plan of an insert lists checks of foreign keys that don't run.
const isPlanned = (sql: string) => /^\s*(select|update|delete|with)\b/i.test(sql);

// Erasing a person looks everywhere, rarely; the totals add up every claim.
const whole = ['eraseApplicant', 'getClaimTotals'];
const checked = endpoints.filter(({ name }) => !whole.includes(name));

/** Prepares a valid call of the endpoint; returns a function that sends it. */
async function callOf(t: TestApp, endpoint: Endpoint): Promise<() => Promise<unknown>> {
  const { name } = endpoint;
  await listRecords[name]?.(t);
  const { query, ...request } = await validRequest(t, name);
  // An account of its own: some calls end the sessions of theirs.
  const by = request.by === t.admin ? await t.person(`${name}er`, 'admin') : request.by;
  const paged: Record<string, string> = endpoint.paged ? { limit: '20' } : {};
  const options = injectOptions({ ...request, by, query: { ...query, ...paged } });
  return () => t.app.inject(options);
}

sqliteOnly.describe('query plans on sqlite', () => {
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

  const planOf = (database: DatabaseSync, sql: string) =>
    database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];

  /** The large tables that a statement reads whole, and reads of all documents of a kind. */
  function scans(database: DatabaseSync, sql: string): string[] {
    const aliases = new Map(large.map((table) => [table, table]));
    for (const [, table = '', alias = ''] of sql.matchAll(/"(\w+)" as "(\w+)"/g)) {
      if (large.includes(table)) aliases.set(alias, table);
    }
    const plan = planOf(database, sql);
    // In the order of the ids, or of an index.
    const isInOrder =
      / order by /i.test(sql) && !plan.some(({ detail }) => /FOR ORDER BY/.test(detail));
    return plan.flatMap(({ detail }) => {
      const [, name = ''] =
        /^(?:SCAN (\w+)|SEARCH (\w+) USING .* \(kind=\?\)$)/.exec(detail)?.filter(Boolean) ?? [];
      const [, index = ''] = /USING (?:COVERING )?INDEX (\w+)/.exec(detail) ?? [];
      const isLimited = / limit /i.test(sql);
      const isAllowed = (isLimited && (isInOrder || index !== '')) || small.includes(index);
      return aliases.has(name) && !isAllowed ? [`${detail}: ${sql}`] : [];
    });
  }

  /** The plan of a statement that contains a text. */
  async function planOfWork(work: () => Promise<unknown>, part: string): Promise<string> {
    const statement = [...(await statementsOf(work))].find((sql) => sql.includes(part)) ?? '';
    const database = open();
    const plan = planOf(database, statement).map(({ detail }) => detail);
    database.close();
    return plan.join('\n');
  }

  const open = (readOnly = true) =>
    new DatabaseSync(join(t.ctx.config.dataDir, 'headrack.sqlite'), { readOnly });

  test('a whole read is found, also of a table by another name or in the order of an index', () => {
    const database = open();
    const all = 'select "m"."id" from "messages" as "m"';
    expect(scans(database, `${all} where "m"."id" = ?`)).toEqual([]);
    const newest = 'select * from "inquiries" order by "created_at" desc, "id" desc';
    expect(scans(database, `${newest} limit ?`)).toEqual([]);
    expect(scans(database, all)).toHaveLength(1);
    expect(scans(database, newest)).toHaveLength(1);
    const kind = 'select count(*) from "documents" where "kind" = ?';
    expect(scans(database, kind)).toHaveLength(1);
    database.close();
  });

  test.each(checked)('$name reads no large table whole', async (endpoint) => {
    const statements = await statementsOf(await callOf(t, endpoint));
    const database = open();
    const found = [...statements].filter(isPlanned).flatMap((sql) => scans(database, sql));
    database.close();
    expect(found).toEqual([]);
  });

  /** The plan of the statement that contains a text, while SQLite believes these statistics. */
  async function planWith(statistics: string, url: string, part: string): Promise<string> {
    const { headers } = t.admin;
    const statements = await statementsOf(() => t.app.inject({ url, headers }));
    const statement = [...statements].find((sql) => sql.includes(part)) ?? '';
    const database = open(false);
    database.exec(`
      analyze facts;
      delete from sqlite_stat1;
      insert into sqlite_stat1 (tbl, idx, stat) values ${statistics};
      analyze sqlite_schema;
    `);
    const plan = planOf(database, statement).map(({ detail }) => detail);
    database.exec('delete from sqlite_stat1');
    database.close();
    return plan.join('\n');
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
    const reader = openPageReader();
    onTestFinished(reader.close);
    const plan = await planOfWork(() => readSettlements(t.ctx, reader), 'period_read_at');
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

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** Nodes that read all rows below them before they return the first. */
const needsAll = ['Sort', 'Aggregate', 'Hash', 'WindowAgg'];

postgresOnly.describe('query plans on postgres', () => {
  type Statement = { text: string; values?: unknown[] };
  const seen = new Map<string, unknown[]>();
  const { query } = pg.Client.prototype;
  let client: pg.Client;
  // Before the app connects: its connections keep the function that they find.
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const { text, values = [] } = args[0] as Statement;
      if (text) seen.set(text, values);
      return Reflect.apply(query, this, args);
    } as typeof query;
  });
  const t = suiteApp('postgres');
  beforeAll(async () => {
    client = new pg.Client({ connectionString: t.ctx.config.databaseUrl ?? '' });
    await client.connect();
    // The tables of a test are so small that reading them whole is always best.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) {
      await client.query(`set enable_${way} = off`);
    }
    await client.query('set plan_cache_mode = force_generic_plan');
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await client.end();
  });

  /** The nodes of a plan that read a table, and whether they stop once a limit is reached. */
  function readsOf(node: PlanNode, isLimited = false): (PlanNode & { isLimited: boolean })[] {
    const type = node['Node Type'];
    const stops = type === 'Limit' || (isLimited && !needsAll.includes(type));
    const below = (node.Plans ?? []).flatMap((child) => readsOf(child, stops));
    return type.endsWith('Scan') ? [{ ...node, isLimited }, ...below] : below;
  }

  /** The plan for these values and, as the server prepares statements, for any. */
  async function plansOf(text: string, values: unknown[]): Promise<PlanNode[]> {
    const explain = 'explain (format json)';
    const forValues = await client.query(`${explain} ${text}`, values);
    await client.query(`prepare planned as ${text}`);
    const none = values.length > 0 ? `(${values.map(() => 'null').join()})` : '';
    const forAny = await client.query(`${explain} execute planned${none}`);
    await client.query('deallocate planned');
    return [forValues, forAny].map(({ rows }) => rows[0]['QUERY PLAN'][0].Plan);
  }

  /** The large tables that a statement reads whole. */
  async function scans(text: string, values: unknown[]): Promise<string[]> {
    const reads = (await plansOf(text, values)).flatMap((plan) => readsOf(plan));
    const found = reads.filter((read) => {
      const { 'Relation Name': table = '', 'Index Name': index = '', isLimited } = read;
      // A bitmap has its condition in a node of its own.
      const isWhole = !read['Index Cond'] && read['Node Type'] !== 'Bitmap Heap Scan';
      const isAllowed = (isLimited && index !== '') || small.includes(index);
      return large.includes(table) && isWhole && !isAllowed;
    });
    return found.map((node) => `${node['Node Type']} ${node['Relation Name']}: ${text}`);
  }

  test('a whole read is found, also in the order of an index', async () => {
    const all = 'select m.id from messages as m';
    expect(await scans(`${all} where m.id = $1`, [1])).toEqual([]);
    const newest = 'select * from inquiries order by created_at desc, id desc';
    expect(await scans(`${newest} limit $1`, [20])).toEqual([]);
    expect(await scans(`${all} where m.content = $1`, ['x'])).not.toEqual([]);
    expect(await scans(newest, [])).not.toEqual([]);
  });

  test.each(checked)('$name reads no large table whole', async (endpoint) => {
    const send = await callOf(t, endpoint);
    seen.clear();
    await send();
    const statements = [...seen].filter(([text]) => isPlanned(text));
    const found: string[] = [];
    for (const [text, values] of statements) found.push(...(await scans(text, values)));
    expect(found).toEqual([]);
  });
});
