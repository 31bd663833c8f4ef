import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '#contract/messages/retention.ts';
import { type Config, settingNames } from '../config.ts';
import { steps } from '../database/migrations/all.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { selectPostgresTime } from '../database/postgres-clock.ts';
import { findSchemaDrift } from '../database/schema-drift.ts';
import { findClockProblem } from '../features/retention/clock-check.service.ts';
import { backupProblems } from '../platform/backups.ts';
import { temporaryFolder } from '../platform/data-dir.ts';
import { diskWarnings } from '../platform/disk-space.ts';
import { verifySmtp } from '../platform/mail/delivery.ts';
import { countUnsentMails } from '../platform/mail/outbox.queries.ts';
import { toleratedSkewMs } from '../platform/shared-clock.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { unknownSettings } from '../unknown-settings.ts';
import { selectNewestStep } from './admin.queries.ts';
import { countObjects, selectKeysAmong, selectNewestEntryTime } from './doctor.queries.ts';
import { requireDatabase } from './open.ts';

/** What is wrong, and what to do; empty when nothing is. */
type Problems = Promise<string[]> | string[];

const minute = 60_000;
/** Longer than the first tries of a mail take. */
const maxMailWaitMs = 60 * minute;
/** Longer than the server's sweep lets a file without a row live. */
const maxOrphanMs = 3 * 60 * minute;
const keysPerQuery = 500;

const isLocal = (publicUrl: string) =>
  /^(localhost|127\..*|\[::1\])$/.test(new URL(publicUrl).hostname);

/** Settings that are valid, but wrong for a server that others use. */
function settingProblems(config: Config): string[] {
  const { publicUrl, smtpUrl, officeEmail, mailFrom, trustProxy, sampleData, host } = config;
  if (isLocal(publicUrl)) {
    const isOpen = !isLocal(`http://${host.includes(':') ? `[${host}]` : host}`);
    return isOpen
      ? [
          'Links in mails lead to this machine only. Set PUBLIC_URL to the address that people open.',
        ]
      : [];
  }
  const problems = {
    'Passwords travel unencrypted. Put a proxy with TLS before the server and set PUBLIC_URL to its https address.':
      publicUrl.startsWith('http:'),
    'All visitors share the limits of one address. Set TRUST_PROXY to the address of the proxy.':
      publicUrl.startsWith('https:') && trustProxy === null,
    'Mails are stored in DATA_DIR/mail and not sent. Set SMTP_URL.': smtpUrl === null,
    "The office gets no mail. Set OFFICE_EMAIL to the office's address.":
      officeEmail.endsWith('@example.com'),
    'Mails come from example.com. Set MAIL_FROM to an address of your domain.':
      /@example\.com>?$/.test(mailFrom),
    'An empty database gets invented people. Set SAMPLE_DATA to none.': sampleData === 'demo',
  };
  return Object.entries(problems).flatMap(([text, isTrue]) => (isTrue ? [text] : []));
}

async function folderProblems({ dataDir }: Config): Promise<string[]> {
  const { uid, gid, mode } = await stat(dataDir);
  const problems: string[] = [];
  if ((mode & 0o077) !== 0) {
    problems.push(`Others can read ${dataDir}. Run chmod 700 ${dataDir}.`);
  }
  const foreign: string[] = [];
  for (const name of await readdir(dataDir)) {
    const entry = await stat(join(dataDir, name)).catch(() => null);
    if (entry && entry.uid !== uid) foreign.push(name);
  }
  if (foreign.length > 0) {
    problems.push(
      `${foreign.join(', ')} in ${dataDir} belong to another user. Run chown -R ${uid}:${gid} ${dataDir}, and commands as that user.`,
    );
  }
  return problems;
}

async function clockProblems({ engine, db }: OpenDatabase, now: () => Date): Promise<string[]> {
  const problems: string[] = [];
  const fix = 'Turn on time synchronization (timedatectl set-ntp true).';
  const newest = await selectNewestEntryTime(db);
  const ahead = newest === null ? 0 : Date.parse(newest) - now().getTime();
  if (ahead > toleratedSkewMs) {
    problems.push(
      `The clock is ${Math.round(ahead / minute)} minutes behind the newest audit entry. ${fix}`,
    );
  }
  const time = engine === 'postgres' ? new Date(await selectPostgresTime(db)) : now();
  const doubt = await findClockProblem(db, time);
  if (doubt !== null) problems.push(`${doubt} ${clock.confirmByCommand}`);
  if (engine === 'postgres') {
    const skew = Math.abs(time.getTime() - now().getTime());
    if (skew > toleratedSkewMs) {
      problems.push(
        `The clocks of this machine and of PostgreSQL differ by ${Math.round(skew / 1000)} s. ${fix}`,
      );
    }
  }
  return problems;
}

async function schemaProblems(database: OpenDatabase): Promise<string[]> {
  const newest = await selectNewestStep(database.db);
  const own = steps.at(-1)?.name ?? '';
  if (newest > own) {
    return [`Another release has migrated the database (${newest}). Start that release.`];
  }
  if (newest < own) {
    return ['The database is of an earlier release. Start the server, which migrates it.'];
  }
  const drift = await findSchemaDrift(database);
  return drift.map((text) => `${text}. Undo the change, or restore a backup.`);
}

async function mailProblems(
  { smtpUrl }: Config,
  { db }: OpenDatabase,
  now: () => Date,
): Promise<string[]> {
  const problems: string[] = [];
  if (smtpUrl !== null) {
    const reason = await verifySmtp(smtpUrl);
    if (reason !== null) problems.push(`The mail server refuses: ${reason}. Check SMTP_URL.`);
  }
  const at = new Date(now().getTime() - maxMailWaitMs).toISOString();
  const { failed, waiting } = await countUnsentMails(db, at);
  if (waiting > 0) {
    problems.push(
      `Mails have waited for over an hour: ${waiting}. The log says why; is the server running?`,
    );
  }
  if (failed > 0) {
    problems.push(
      `Mails could not be delivered: ${failed}. Send them again or discard them under Unsent mail in the portal.`,
    );
  }
  return problems;
}

/** Writes, reads and deletes a file. */
async function tryStorage(storage: Storage, { dataDir }: Config): Promise<string[]> {
  const id = randomUUID();
  const key = `doctor/${id}.txt`;
  const folder = temporaryFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, id);
  await writeFile(file, id, { mode: 0o600 });
  await storage.put(key, file, 'text/plain');
  try {
    let stored = '';
    for await (const chunk of await storage.read(key)) stored += chunk;
    return stored === id ? [] : ['A file was not stored as it was written. Check the disk.'];
  } finally {
    await storage.remove(key);
  }
}

/** Compares the stored files with their rows, not with their content: that is `scrub`. */
async function fileProblems(
  storage: Storage,
  { db }: OpenDatabase,
  now: () => Date,
): Promise<string[]> {
  const rows = await countObjects(db);
  const oldest = now().getTime() - maxOrphanMs;
  let found = 0;
  let orphans = 0;
  let batch: { key: string; changed: Date }[] = [];
  const count = async () => {
    const keys = batch.map(({ key }) => key);
    const known = await selectKeysAmong(db, keys);
    found += known.size;
    orphans += batch.filter(
      ({ key, changed }) => !known.has(key) && changed.getTime() < oldest,
    ).length;
    batch = [];
  };
  for await (const object of storage.list()) {
    batch.push(object);
    if (batch.length === keysPerQuery) await count();
  }
  if (batch.length > 0) await count();
  const missing = Math.max(0, rows - found);
  return [
    ...(missing > 0
      ? [`Stored files are missing: ${missing}. Run npm run admin -- scrub, which names them.`]
      : []),
    ...(orphans > 0
      ? [`Stored files have no record: ${orphans}. The server deletes them while it runs.`]
      : []),
  ];
}

/** Looks for what is wrong with an installation, also while the server runs; each problem says what to do. */
export async function doctor(
  config: Config,
  now = () => new Date(),
): Promise<{ lines: string[]; problems: string[] }> {
  requireDatabase(config);
  const lines: string[] = [];
  const problems: string[] = [];
  const check = async (name: string, find: () => Problems) => {
    try {
      const found = await find();
      if (found.length === 0) lines.push(`${name}: fine.`);
      for (const problem of found) problems.push(`${name}: ${problem}`);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const database = await openDatabase(config);
  try {
    const storage = openStorage(config, { emptyTemporary: false });
    storage.catch(() => {});
    await check('Settings', () => [
      ...unknownSettings(process.env, settingNames()),
      ...settingProblems(config),
    ]);
    await check('Data folder', () => folderProblems(config));
    const { backupDir } = config;
    if (backupDir) await check('Backups', () => backupProblems(backupDir, now()));
    await check('Disk', () => diskWarnings(config));
    await check('Database', () => schemaProblems(database));
    await check('Clock', () => clockProblems(database, now));
    await check('Mail', () => mailProblems(config, database, now));
    await check('Storage', async () => tryStorage(await storage, config));
    await check('Files', async () => fileProblems(await storage, database, now));
  } finally {
    await database.db.destroy();
  }
  return { lines, problems };
}
