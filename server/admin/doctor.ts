import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '#contract/messages/retention.ts';
import { status } from '#contract/messages/status.ts';
import { type Db, isPostgres, openDatabase } from '../database/open.ts';
import { selectPostgresTime } from '../database/postgres-clock.ts';
import { checkFolders, checkParts } from '../features/status/status.service.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type Config, settingNames } from '../settings/config.ts';
import { unknownSettings } from '../settings/unknown-settings.ts';
import { countObjects, selectKeysAmong } from './doctor.queries.ts';
import { databaseProblems } from './doctor-database.ts';
import { requireDatabase } from './open.ts';

/** What is wrong, and what to do; empty when nothing is. */
type Problems = Promise<string[]> | string[];

const unread = 'file storage, mail, clock, deletion of old records, files';
/** Longer than the server's sweep lets a file without a row live. */
const maxOrphanMs = 3 * 3_600_000;
const keysPerQuery = 500;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    problems.push(
      `${dataDir} can't be written (${(error as NodeJS.ErrnoException).code}), so nothing is stored. A disk that became read-only may be failing: look at dmesg, then repair or replace it (see Restore in docs/runbook.md).`,
    );
  }
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

/** Writes, reads and deletes a file, and leaves nothing behind. */
async function tryStorage(storage: Storage, { dataDir, storageUrl }: Config): Promise<string[]> {
  const id = randomUUID();
  const key = `doctor/${id}.txt`;
  const file = join(dataDir, id);
  try {
    await writeFile(file, id, { mode: 0o600 });
    await storage.put(key, file, 'text/plain');
    let stored = '';
    for await (const chunk of await storage.read(key)) stored += chunk;
    return stored === id ? [] : ['A file was not stored as it was written. Check the disk.'];
  } finally {
    await rm(file, { force: true });
    await storage.remove(key);
    if (storageUrl === null) await rmdir(join(dataDir, 'files', 'doctor')).catch(() => {});
  }
}

/** Compares the stored files with their rows, not with their content: that is `scrub`. */
async function fileProblems(storage: Storage, db: Db, now: Date): Promise<string[]> {
  const rows = await countObjects(db);
  const oldest = now.getTime() - maxOrphanMs;
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

/** Opens what is there: a missing folder is a problem, which creating it would hide. */
async function openExisting(config: Config): Promise<Storage> {
  const folder = join(config.dataDir, 'files');
  if (config.storageUrl === null && !existsSync(folder)) {
    throw new Error(`${folder} isn't there. Mount its disk, or see Restore in docs/runbook.md.`);
  }
  return openStorage(config, { emptyTemporary: false });
}

/**
 * Prints the parts of System status and checks settings, database and files, also while the server runs; each problem
 * says what to do. Creates nothing, and goes on where it can: without records of this release, with the folders.
 */
export async function doctor(
  config: Config,
  time?: Date,
): Promise<{ lines: string[]; problems: string[] }> {
  requireDatabase(config);
  const lines: string[] = [];
  const problems: string[] = [];
  /** Returns whether nothing is wrong. */
  const check = async (name: string, find: () => Problems, fine: string | null) => {
    const before = problems.length;
    try {
      for (const problem of await find()) problems.push(`${name}: ${problem}`);
    } catch (error) {
      problems.push(`${name}: ${messageOf(error)}`);
    }
    const isFine = problems.length === before;
    if (isFine && fine !== null) lines.push(`${name}: ${fine}`);
    return isFine;
  };
  let opened: Db | null = null;
  try {
    await check(
      'Settings',
      () => [...unknownSettings(process.env, settingNames()), ...settingProblems(config)],
      'fine.',
    );
    await check('Data folder', () => folderProblems(config), 'fine.');
    const open = async () => {
      opened = (await openDatabase(config)).db;
      return opened;
    };
    const isReadable = await check(status.parts.database, () => databaseProblems(open), null);
    const db = isReadable ? (opened as Db | null) : null;
    // Without the database its time doesn't matter.
    const now =
      time ?? (db && isPostgres(db) ? new Date(await selectPostgresTime(db)) : new Date());
    const storage = db && openExisting(config);
    storage?.catch(() => {});
    const reasons = new Map<string, string>();
    const folders = {
      config,
      now: () => now,
      onFailure: (name: string, error: unknown) => reasons.set(name, messageOf(error)),
    };
    const parts = await (db
      ? checkParts({
          ...{ ...folders, db, damaged: 0, confirmClock: clock.confirmByCommand },
          storage: { ping: async () => (await storage)?.ping() },
        })
      : checkFolders(folders));
    for (const { name, note, problems: found, is_set_up } of parts) {
      const title = status.parts[name];
      const reason = reasons.get(name);
      for (const problem of reason ? [reason] : found) problems.push(`${title}: ${problem}`);
      if (found.length > 0) continue;
      lines.push([`${title}:`, is_set_up && 'fine.', note].filter(Boolean).join(' '));
    }
    if (db) {
      const findFiles = async () => {
        const files = await openExisting(config);
        return [...(await tryStorage(files, config)), ...(await fileProblems(files, db, now))];
      };
      await check('Files', findFiles, 'fine.');
    } else lines.push(`Not checked: ${unread}, which need the records.`);
  } finally {
    await (opened as Db | null)?.destroy();
  }
  return { lines, problems };
}
