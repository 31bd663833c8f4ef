import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import { findApplications } from '../features/applications/applications-erasing.ts';
import { keyOf } from '../features/users/users.service.ts';
import type { AppContext } from '../platform/app-context.ts';
import { ObjectNotFound } from '../platform/storage/storage.ts';
import { systemActor, writeTransaction } from '../platform/writes.ts';
import {
  selectAccountOf,
  selectAuditOf,
  selectInquiryIds,
  selectRowsOf,
} from './export-person.queries.ts';
import { copyStream, filesFolder } from './manifest.ts';
import { requireDatabase, withAppContext } from './open.ts';
import { type PersonKeys, personalData } from './personal-data.ts';

type Row = Record<string, unknown>;

/** The ids in later tables come from rows of earlier ones: table → column → kind of id. */
const leads: Readonly<Record<string, Readonly<Record<string, keyof PersonKeys>>>> = {
  employees: { employee_id: 'employee' },
  document_assignments: { assignment_id: 'assignment', file_id: 'document' },
  notification_recipients: { notification_id: 'notification' },
  submissions: { object_key: 'file' },
  settlement_drop_files: { object_key: 'file' },
  messages: { object_key: 'file' },
  posts: { image_key: 'file' },
  applications: { resume_path: 'file' },
};

/** Everything stored about one person: rows by table, without secrets. */
export interface PersonData {
  keys: PersonKeys;
  tables: Record<string, Row[]>;
}

/** The account, applications and inquiries of a username or an address. */
async function keysOf(ctx: AppContext, nameOrEmail: string): Promise<PersonKeys> {
  const account = await selectAccountOf(ctx.db, keyOf(nameOrEmail));
  const email = account?.email_key ?? keyOf(nameOrEmail);
  const applications = email.includes('@') ? await findApplications(ctx.db, email) : [];
  const emails = applications.map((row) => keyOf(row.email));
  return {
    user: account ? [account.user_id] : [],
    employee: [],
    assignment: [],
    document: [],
    notification: [],
    application: applications.map(({ id }) => id),
    inquiry: await selectInquiryIds(ctx.db, email),
    email: [...new Set([email, ...emails])],
    file: [],
  };
}

function addIds(
  keys: PersonKeys,
  table: string,
  rows: readonly Row[],
  { document_assignments: assignments = [] }: Record<string, Row[]>,
): void {
  for (const [column, kind] of Object.entries(leads[table] ?? {})) {
    const values = rows.map((row) => row[column]).filter((value) => value !== null);
    const known = new Set<unknown>([...keys[kind], ...values]);
    Object.assign(keys, { [kind]: [...known] });
  }
  // Not training, which is the same for everybody, nor what they may not read anymore.
  if (table === 'documents') {
    const open = new Set(
      assignments.filter(({ removed_at }) => removed_at === null).map(({ file_id }) => file_id),
    );
    const own = rows.filter(({ kind, file_id }) => kind !== 'training' && open.has(file_id));
    keys.file.push(...own.map((row) => String(row.object_key)));
  }
}

/** The person's entries of the audit log; of what they did to other records, only that they did it. */
async function auditOf({ db }: AppContext, keys: PersonKeys): Promise<Row[]> {
  const [userId = null] = keys.user;
  const records = [
    { kind: 'user', ids: keys.user },
    { kind: 'employee', ids: keys.employee },
    { kind: 'application', ids: keys.application },
    { kind: 'inquiry', ids: keys.inquiry },
  ];
  const own = new Set(records.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)));
  return (await selectAuditOf(db, userId, records)).map((row) => {
    const { user_id, ip, label, detail, ...entry } = row;
    const isAbout = own.has(`${row.target_kind} ${row.target_id}`);
    return {
      ...entry,
      by: user_id === userId && userId !== null ? 'this person' : 'someone else',
      // The address of whoever acted.
      ...(user_id === userId ? { ip } : {}),
      ...(isAbout ? { label, detail: JSON.parse(detail) } : {}),
    };
  });
}

/** Collects what is stored about a person; null when that is nothing. */
export async function collectPerson(
  ctx: AppContext,
  nameOrEmail: string,
): Promise<PersonData | null> {
  const keys = await keysOf(ctx, nameOrEmail);
  const tables: Record<string, Row[]> = {};
  for (const [table, { personal = [], technical = [], rows }] of Object.entries(personalData)) {
    if (!rows) continue;
    const found = Object.fromEntries(
      Object.entries(rows).map(([column, kind]) => [column, keys[kind]]),
    );
    const selected = await selectRowsOf(ctx.db, table, [...technical, ...personal], found);
    addIds(keys, table, selected, tables);
    if (selected.length > 0) tables[table] = selected;
  }
  if (Object.keys(tables).length === 0) return null;
  return { keys, tables: { ...tables, audit: await auditOf(ctx, keys) } };
}

async function createEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
}

/** Writes one JSON file per table and the person's files to a new folder that only its owner can read. */
export async function writePerson(
  ctx: AppContext,
  { keys, tables }: PersonData,
  folder: string,
): Promise<{ lines: string[]; problems: string[] }> {
  const problems: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    const file = join(folder, `${table}.json`);
    const text = `${JSON.stringify(rows, null, 2)}\n`;
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true });
  }
  for (const key of keys.file) {
    const target = join(folder, filesFolder, key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyStream(await ctx.storage.read(key), target);
    } catch (error) {
      if (!(error instanceof ObjectNotFound)) throw error;
      problems.push(`${key} is missing from storage.`);
    }
  }
  const target = {
    kind: keys.user.length > 0 ? 'user' : 'application',
    id: keys.user[0] ?? keys.application[0] ?? '',
    label: '',
  };
  await writeTransaction(ctx, systemActor, ({ audit }) =>
    audit({ action: 'person.export', target, detail: { files: keys.file.length } }),
  );
  const count = Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
  return {
    lines: [`Saved ${count} records and ${keys.file.length} files to ${folder}.`],
    problems,
  };
}

/** Exports everything stored about one person; returns the lines to print. */
export async function exportPerson(
  config: Config,
  nameOrEmail: string,
  folder: string,
): Promise<{ lines: string[]; problems: string[] }> {
  requireDatabase(config);
  return withAppContext(config, async (ctx) => {
    const person = await collectPerson(ctx, nameOrEmail);
    if (!person) throw new CommandError(`Nothing is stored about '${nameOrEmail}'.`);
    await createEmpty(folder);
    return writePerson(ctx, person, folder);
  });
}
