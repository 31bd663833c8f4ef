import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { accountKey } from '#contract/text/text-fold.ts';
import { findByAddress } from '../features/applications/applications-erasing.ts';
import type { PersonKeys } from '../features/personal-data/person-keys.ts';
import { type PersonTable, readPerson } from '../features/personal-data/personal-data.service.ts';
import type { AppContext } from '../platform/app-context.ts';
import { makeFolder } from '../platform/runtime/data-dir.ts';
import { ObjectNotFound } from '../platform/storage/storage.ts';
import { systemActor, writeTransaction } from '../platform/writes/writes.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { selectAccountOf, selectInquiriesFrom } from './export-person.queries.ts';
import { copyStream, filesFolder } from './manifest.ts';
import { requireDatabase, withAppContext } from './open.ts';

const shared =
  "The same address or phone number doesn't prove that all applications are from one person. Check them before you hand this over.";

type Row = Record<string, unknown>;

/** Everything stored about one person: rows by table, without secrets, read while they are written. */
interface PersonData {
  /** Complete after the last table. */
  keys: PersonKeys;
  tables: AsyncIterable<PersonTable>;
}

/** The account, applications and inquiries of a username or an address. */
async function keysOf(ctx: AppContext, nameOrEmail: string): Promise<PersonKeys> {
  const account = await selectAccountOf(ctx.db, accountKey(nameOrEmail));
  const email = account?.email_key ?? accountKey(nameOrEmail);
  const { applications, drafts } = await findByAddress(ctx.db, email);
  const emails = [...applications, ...drafts].map((row) => accountKey(row.email));
  return {
    user: account ? [account.user_id] : [],
    employee: [],
    damage: [],
    assignment: [],
    document: [],
    notification: [],
    question: [],
    application: applications.map(({ id }) => id),
    inquiry: await selectInquiriesFrom(ctx.db, email),
    email: [...new Set([email, ...emails])],
    file: [],
  };
}

/** Finds what is stored about a person; null when that is nothing. */
export async function findPerson(ctx: AppContext, nameOrEmail: string): Promise<PersonData | null> {
  const keys = await keysOf(ctx, nameOrEmail);
  const tables = readPerson(ctx, { keys, isReader: false });
  const first = await tables.next();
  if (first.done) return null;
  async function* all() {
    yield first.value as PersonTable;
    yield* tables;
  }
  return { keys, tables: all() };
}

async function createEmpty(folder: string): Promise<void> {
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
}

/** The rows as one indented JSON list; `onRow` counts them. */
async function* jsonOf(pages: AsyncIterable<Row[]>, onRow: () => void): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of pages) {
    for (const row of rows) {
      yield `${separator}  ${JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')}`;
      separator = ',\n';
      onRow();
    }
  }
  yield '\n]\n';
}

/** Writes one JSON file per table and the person's files to a new folder that only its owner can read. */
export async function writePerson(
  ctx: AppContext,
  { keys, tables }: PersonData,
  folder: string,
): Promise<{ lines: string[]; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  const countRow = () => {
    count += 1;
  };
  for await (const { table, pages } of tables) {
    const file = join(folder, `${table}.json`);
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(jsonOf(pages, countRow), target);
  }
  for (const key of keys.file) {
    const target = join(folder, filesFolder, key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyStream(await ctx.storage.read(key), target);
    } catch (error) {
      const isMissing = error instanceof ObjectNotFound;
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(
        `${key} ${isMissing ? 'is missing from storage' : `can't be read: ${reason}`}.`,
      );
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
    const person = await findPerson(ctx, nameOrEmail);
    if (!person) throw new CommandError(`Nothing is stored about '${nameOrEmail}'.`);
    await createEmpty(folder);
    const { lines, problems } = await writePerson(ctx, person, folder);
    const applications = person.keys.application.map((id) => `A-${id}`).join(', ');
    if (person.keys.application.length > 1) lines.push(`${shared} They include ${applications}.`);
    return { lines, problems };
  });
}
