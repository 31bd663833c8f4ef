/** What is wrong with the database as such: whose schema it has, and whether its pages are intact. */
import { isDamaged } from '../database/errors.ts';
import { selectStepNames } from '../database/migrate.ts';
import { steps } from '../database/migrations/all.ts';
import { type Db, isPostgres } from '../database/open.ts';
import { findPageDamage, selectPageChecksums } from './admin.queries.ts';

const inRunbook = (section: string) => `see ${section} in docs/runbook.md`;

/** Null: this release can work with it. */
async function findSchemaProblem(db: Db): Promise<string | null> {
  const found = await selectStepNames(db);
  const known = steps.map(({ name }) => name);
  const unknown = found.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !found.includes(name));
  if (found.length === 0) {
    return `It is empty: no server has started on it. If records should be there, check ${isPostgres(db) ? 'DATABASE_URL' : 'DATA_DIR'}, or restore a backup (${inRunbook('Restore')}).`;
  }
  if (unknown.length > 0) {
    return `Another release has migrated it (${unknown.join(', ')}). Start that release, or ${inRunbook('Go back')}.`;
  }
  if (missing.length > 0) {
    return `It is of an earlier release and lacks ${missing.join(', ')}. Make a backup with that release, then start the server, which migrates it (${inRunbook('Upgrade')}).`;
  }
  return null;
}

const restore = `Stop the server and restore a backup (${inRunbook('Restore')}).`;
const damaged = (what: string) => `Its pages are damaged: ${what}. ${restore}`;

async function findDamage(db: Db): Promise<string | null> {
  if (isPostgres(db)) {
    const { failures } = await selectPageChecksums(db);
    return failures === 0 ? null : `Pages failed their checksum: ${failures}. ${restore}`;
  }
  const [first] = await findPageDamage(db, 'quick_check');
  return first === undefined ? null : damaged(first);
}

/** Opens the database and looks at its schema first; empty when other checks may read the records. */
export async function databaseProblems(open: () => Promise<Db>): Promise<string[]> {
  try {
    const db = await open();
    const found = [await findSchemaProblem(db), await findDamage(db)];
    return found.filter((problem) => problem !== null);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return [damaged((error as Error).message)];
  }
}
