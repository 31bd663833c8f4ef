import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { HttpError } from '../platform/runtime/errors.ts';
import { checkObject, type ObjectState } from '../platform/storage/check-object.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Config } from '../settings/config.ts';
import { findPageDamage, hasObject, objectsOf, selectPageChecksums } from './admin.queries.ts';
import { withDatabase } from './open.ts';

interface Report {
  lines: string[];
  problems: string[];
}

const messages: Readonly<Record<Exclude<ObjectState, 'intact'>, string>> = {
  damaged: 'is damaged: it differs from what was stored.',
  missing: 'is missing from storage.',
};

/** What is wrong with a stored file; null when it is intact. */
async function findDamage(storage: Storage, object: ObjectsTable): Promise<string | null> {
  try {
    const state = await checkObject(storage, object);
    return state === 'intact' ? null : messages[state];
  } catch (error) {
    // Without the bucket no file can be checked.
    if (error instanceof HttpError) throw error;
    return `can't be read: ${error instanceof Error ? error.message : error}.`;
  }
}

/** Adds a damaged file to the audit log; one whose pages are damaged, too, may not take the entry. */
async function record(db: Db, { key, original_name: label }: ObjectsTable): Promise<void> {
  const target = { kind: 'file', id: key, label };
  const entry = { userId: null, ip: '', action: 'file.damaged', target } as const;
  await recordAudit(db, new Date(), entry).catch(() => undefined);
}

async function scrubFiles(db: Db, storage: Storage): Promise<Report> {
  const problems: string[] = [];
  let count = 0;
  for await (const object of objectsOf(db)) {
    count += 1;
    const damage = await findDamage(storage, object);
    // A file that was deleted since its row was read isn't missing.
    if (damage === null || !(await hasObject(db, object.key))) continue;
    problems.push(`${object.key} ${damage}`);
    await record(db, object);
  }
  const intact = count - problems.length;
  return { lines: [`${intact} of ${count} stored files are intact.`], problems };
}

async function scrubSqlite(db: Db): Promise<Report> {
  const problems = await findPageDamage(db, 'integrity_check');
  const intact = ['The pages of the database are intact.'];
  return {
    lines: problems.length === 0 ? intact : [],
    problems: problems.map((problem) => `The database is damaged: ${problem}.`),
  };
}

async function scrubPostgres(db: Db): Promise<Report> {
  const { areOn, failures } = await selectPageChecksums(db);
  if (!areOn) {
    const line = 'PostgreSQL has no data checksums: turn them on with pg_checksums --enable.';
    return { lines: [line], problems: [] };
  }
  const problem = `The database is damaged: ${failures} pages failed their checksum.`;
  return failures === 0
    ? { lines: ['No page of the database failed its checksum.'], problems: [] }
    : { lines: [], problems: [problem] };
}

/** Compares every stored file with its hash and checks the pages of the database, also while the server runs. */
export async function scrub(config: Config): Promise<Report> {
  const storage = await openStorage(config, { emptyTemporary: false });
  return withDatabase(config, async (db) => {
    // The pages first: the rows of the files are in them.
    const pages = await (config.databaseUrl === null ? scrubSqlite(db) : scrubPostgres(db));
    if (pages.problems.length > 0) return pages;
    const files = await scrubFiles(db, storage);
    return { lines: [...pages.lines, ...files.lines], problems: files.problems };
  });
}
