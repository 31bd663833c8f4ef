/** Both databases for the same tests: a describe for each, and a fresh PostgreSQL database on demand. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { newestSchema } from './postgres.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** Runs the same tests on each engine: onBothDatabases('jobs', (engine) => { test(…) }). */
export function onBothDatabases(name: string, tests: (engine: Engine) => void): void {
  describe.each(engines)(`${name} on %s`, tests);
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export type FreshPostgres = { url: string; drop: () => Promise<void> };

/** A database of its own, empty or with the newest schema; drop() closes whoever is still connected and removes it. */
export async function freshPostgres(schema: 'empty' | 'newest' = 'empty'): Promise<FreshPostgres> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // A copy of the files takes a fifth of what the statements take that made them.
  const origin = schema === 'newest' ? `template ${newestSchema} strategy file_copy` : '';
  await administer(`create database ${name} ${origin}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}
