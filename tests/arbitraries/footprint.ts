/** What a refused call must leave alone, and what it must not say. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../harness/app.ts';

const tables = [
  'users',
  'employees',
  'sessions',
  'jobs',
  'inquiries',
  'applications',
  'work_experiences',
  'work_references',
  'objects',
  'outbox',
  'replays',
  'password_resets',
  'hours_ledger',
  'damages',
  'notifications',
  'notification_recipients',
  'seen',
  'documents',
  'document_revisions',
  'document_assignments',
  'document_receipts',
  'submissions',
  'settlement_drops',
  'settlement_drop_files',
  'conversations',
  'messages',
  'answers',
  'push_subscriptions',
  'products',
  'orders',
  'testimonials',
  'posts',
  'reactions',
] as const;

const count = sql.join(
  tables.map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) as rows from ${sql.table(table)}`,
  ),
  sql` union all `,
);
// A refused sign-in is written down on purpose.
const audit = sql`select 'audit' as name, count(*) as rows from audit where action not in ('session.refused', 'password.refused')`;
// Rows that change without being counted.
const versions = sql`select 'versions' as name, (select coalesce(sum(version), 0) from jobs) + (select coalesce(sum(version), 0) from users) + (select coalesce(sum(version), 0) from employees) + (select coalesce(sum(version), 0) from inquiries) + (select coalesce(sum(version), 0) from damages) + (select coalesce(sum(version), 0) from documents) + (select coalesce(sum(version), 0) from testimonials) + (select coalesce(sum(version), 0) from posts) + (select coalesce(sum(version), 0) from products) + (select coalesce(sum(version), 0) from orders) as rows`;

function filesIn(folder: string): string[] {
  try {
    // Folders stay: the first file of a class makes one.
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}

/** The rows of each table and the files of the data folder. */
export async function footprint(t: TestApp): Promise<object> {
  const query = sql<{
    name: string;
    rows: number | string;
  }>`${count} union all ${audit} union all ${versions}`;
  const { rows } = await query.execute(t.ground.db);
  const { dataDir } = t.ground.config;
  return {
    rows: Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)])),
    files: [...filesIn(join(dataDir, 'tmp')), ...filesIn(join(dataDir, 'files'))],
  };
}

const leaks =
  /node_modules|\/server\/|\.ts\b|\bat [\w.]+ \(|SQLITE|sqlite_|syntax error|constraint|\bselect\b.*\bfrom\b|insert into|violates|ECONN|ENOENT|FST_|Zod|headrack-test-/i;

/** Expects a refusal in words: the one shape of failures, as JSON, without anything from inside. */
export function expectRefusal(answer: LightMyRequestResponse, about: string): void {
  expect(answer.statusCode, `${about}: ${answer.body.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, `${about}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.headers['content-type'], about).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control'], about).toBe('no-store');
  expect(answer.headers['x-content-type-options'], about).toBe('nosniff');
  expect(answer.body, about).not.toMatch(leaks);
  const { error, fields, ...rest } = answer.json();
  expect(error, about).toMatch(/^\p{Lu}.+[.a-z]$/u);
  expect(rest, about).toEqual({});
  if (answer.statusCode === 400 && fields) {
    for (const [name, sentence] of Object.entries(fields)) {
      expect(sentence, `${about}, ${name}`).toMatch(/^\p{Lu}.+[.a-z]$/u);
    }
  }
}
