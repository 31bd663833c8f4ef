/** Vitest's global setup: one native PostgreSQL for the whole run, in a temporary folder that is removed afterwards. */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
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
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database).finally(() => database.db.destroy());
}

/** The projects that use no PostgreSQL; for them alone it isn't started. */
const withoutPostgres = ['unit', 'api-sqlite'];

export default async function setup({
  vitest,
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.projects.every(({ name }) => withoutPostgres.includes(name))) return;
  const { url, stop } = await startCluster();
  try {
    await makeNewestSchema(url);
  } catch (error) {
    await stop();
    throw error;
  }
  provide('postgresUrl', url);
  return stop;
}
