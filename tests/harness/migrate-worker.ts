/**
 * Migrates a database to the next release like a starting server and kills itself before one of the statements.
 * Arguments: the SQLite folder or the PostgreSQL URL, and the number of the statement (0: never).
 */
import type { KyselyPlugin } from 'kysely';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { nextSteps } from './next-migration.ts';

const [place = '', killAt = '0'] = process.argv.slice(2);
const isUrl = place.startsWith('postgres:');
const { engine, db } = await openDatabase({
  databaseUrl: isUrl ? place : null,
  dataDir: isUrl ? '' : place,
});
let count = 0;
const killer: KyselyPlugin = {
  transformQuery: ({ node }) => {
    count += 1;
    if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
await migrate({ engine, db: db.withPlugin(killer) }, nextSteps);
await db.destroy();
process.stdout.write(`${count}\n`);
