/**
 * Vitest's global setup: an SQLite file with the newest schema and one native PostgreSQL for the whole run,
 * in temporary folders that are removed afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase, sqliteFile } from '#server/database/open.ts';
import { startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file that tests copy: that takes a third of the time of the migrations' statements. */
    newestSqlite: string;
    postgresUrl: string;
  }
}

/** Creates a template database, because most tests start from the newest schema. */
export const newestSchema = 'newest_schema';

async function makeNewestSchema(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${newestSchema}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${newestSchema}`;
  await migrateNew({ databaseUrl: url.href, dataDir: '' });
}

async function migrateNew(settings: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(settings);
  await migrate(database).finally(() => database.db.destroy());
}

/** The projects that use no PostgreSQL; for them alone it isn't started. */
const withoutPostgres = ['unit', 'api-sqlite'];

export default async function setup({
  vitest,
  provide,
}: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-schema-'));
  const cleanUp = async () => rmSync(folder, { recursive: true, force: true });
  await migrateNew({ databaseUrl: null, dataDir: folder });
  provide('newestSqlite', join(folder, sqliteFile));
  if (vitest.projects.every(({ name }) => withoutPostgres.includes(name))) return cleanUp;
  const { url, stop } = await startCluster();
  try {
    await makeNewestSchema(url);
  } catch (error) {
    await stop();
    throw error;
  }
  provide('postgresUrl', url);
  return async () => {
    await cleanUp();
    await stop();
  };
}
