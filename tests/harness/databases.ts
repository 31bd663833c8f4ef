/**
 * Which databases a test runs on. The Vitest project decides: `api-sqlite` runs every API test,
 * `api-postgres` only what is declared for both engines or for PostgreSQL, `faults` runs both.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, inject, test } from 'vitest';
import { isFull } from './is-full.ts';
import { newestSchema } from './postgres.ts';

export type Engine = 'sqlite' | 'postgres';

declare module 'vitest' {
  interface ProvidedContext {
    engines: Engine[];
  }
}

/** The engines of the running project, for describe.each. */
export const engines: readonly Engine[] = inject('engines');

/** Declares a suite for both engines (ownership, races, SQL): onBothDatabases('jobs', (engine) => { test(…) }). */
export function onBothDatabases(name: string, tests: (engine: Engine) => void): void {
  describe.each(engines)(`${name} on %s`, tests);
}

/** For suites whose SQL is the same on both engines: SQLite alone, and both in the full run. */
export function onBothWhenFull(name: string, tests: (engine: Engine) => void): void {
  const chosen = isFull ? engines : engines.filter((engine) => engine === 'sqlite');
  describe.each(chosen)(`${name} on %s`, tests);
}

type Declare = { test: typeof test; describe: typeof describe };

function onlyOn(engine: Engine): Declare {
  if (engines.includes(engine)) return { test, describe };
  // Don't declare it, so that it doesn't count as skipped.
  const nothing = Object.assign(() => undefined, { each: () => () => undefined });
  return { test: nothing, describe: nothing } as unknown as Declare;
}

/** For tests that need SQLite, or for which one engine is enough: sqliteOnly.test('…', …). */
export const sqliteOnly = onlyOn('sqlite');

/** For tests whose outcome depends on no engine: SQLite alone, and both in the full run. */
export const sqliteUnlessFull = isFull ? { test, describe } : sqliteOnly;

/** For tests that need PostgreSQL: postgresOnly.test('…', …). */
export const postgresOnly = onlyOn('postgres');

let administrator: Promise<pg.Client> | undefined;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  // The server may end before this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** By one connection per process: each takes PostgreSQL 50 ms of the processor. */
async function administer(statement: string): Promise<void> {
  administrator ??= connect();
  await (await administrator).query(statement);
}

export type FreshPostgres = { url: string; drop: () => Promise<void> };

/** Creates a database, empty or with the newest schema; drop() disconnects its clients and removes it. */
export async function freshPostgres(schema: 'empty' | 'newest' = 'empty'): Promise<FreshPostgres> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files takes a fifth of the time that the migrations' statements take.
  const origin = schema === 'newest' ? `template ${newestSchema} strategy file_copy` : '';
  await administer(`create database ${name} ${origin}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}
