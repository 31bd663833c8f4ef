import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { signup as messages } from '#contract/messages/users.ts';
import { ownWords } from '#contract/rules/password-rules.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { User } from '#contract/users.ts';
import type { Role } from '#contract/wire/access.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { alreadyExists, HttpError, notSignedIn } from '../../platform/runtime/errors.ts';
import {
  type SessionActor,
  systemActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { SettingError } from '../../settings/setting-error.ts';
import {
  anyUser,
  getAccountForUpdate,
  insertUser,
  raiseCalendarRevision,
  selectAccount,
  selectAdminNames,
  selectClosedKeys,
  selectUser,
  selectUsers,
  type UserColumns,
  updateAccount,
} from './users.queries.ts';

export {
  countPasswordChangeDue,
  getAccountForUpdate,
  getOpenAdminsForUpdate,
  getUnusedAccountsForUpdate,
  raiseCalendarRevision,
} from './users.queries.ts';

/** An open account by its id or its username. */
export async function getAccount(
  db: Db,
  by: { userId: number } | { username: string },
): Promise<UserRow | undefined> {
  return 'userId' in by
    ? selectAccount(db, 'user_id', by.userId)
    : selectAccount(db, 'username_key', accountKey(by.username));
}

/** The actor's account, locked until the transaction ends; throws 401 when their session has ended. */
export async function getOwnAccountForUpdate(write: Write, actor: SessionActor): Promise<UserRow> {
  const account = await getAccountForUpdate(write.tx, actor.userId);
  await requireOpenSession(write, actor);
  if (!account) throw notSignedIn();
  return account;
}

/**
 * Writes columns of an account and raises its version; returns the account. `endsTokens` ends every secret that was given
 * out before: sessions with their pushes, password links, links to files and exports, and, unless only the role changes,
 * the address of the calendar feed.
 */
export async function changeAccount(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  id: number,
  columns: UserColumns,
  endsTokens: boolean,
): Promise<UserRow> {
  const isRole = columns.user_role !== undefined && columns.password_hash === undefined;
  if (endsTokens && !isRole) await raiseCalendarRevision(tx, id, now.toISOString());
  return updateAccount(tx, id, columns, endsTokens);
}

/** Runs a write of an account; a taken name or address is 409. */
export async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'email')) {
      throw alreadyExists('user_email', messages.emailTaken);
    }
    if (isUniqueViolation(error, 'username')) {
      throw alreadyExists('username', messages.usernameTaken);
    }
    throw error;
  }
}

/** Argon2id hash, made before the transaction, which must not wait for it. */
type NewAccount = Pick<UserRow, 'username' | 'user_email' | 'user_role' | 'password_hash'> & {
  phone_number?: string;
  /** 1: someone else chose the password. */
  password_change_due?: 0 | 1;
};

/** The words by which others know a user, which make easy passwords. */
export async function wordsOf(db: Db, id: number): Promise<string[]> {
  const row = await selectUser(db, id);
  return row ? ownWords(row) : [];
}

/** Creates an account in the write of the caller; a taken name or address is 409. */
export async function createAccount(
  { tx, now, audit }: Pick<Write, 'tx' | 'now' | 'audit'>,
  account: NewAccount,
): Promise<number> {
  const { username, user_email, user_role: role } = account;
  const id = await orTaken(
    insertUser(tx, {
      phone_number: '',
      ...account,
      username_key: accountKey(username),
      email_key: accountKey(user_email),
      created_at: now.toISOString(),
    }),
  );
  await audit({
    action: 'user.create',
    target: { kind: 'user', id, label: username },
    detail: { username, role },
  });
  return id;
}

/** Names the setting of a password that is refused. */
function nameSetting(error: unknown): never {
  const isRefused = error instanceof HttpError && error.status === 400;
  throw isRefused ? new SettingError(`ADMIN_PASSWORD: ${error.message}`) : error;
}

async function hasFiles({ config, storage }: AppContext): Promise<boolean> {
  if (config.storageUrl === null) {
    const options = { recursive: true, withFileTypes: true } as const;
    // Also of names that aren't keys.
    const found = await readdir(join(config.dataDir, 'files'), options);
    return found.some((entry) => entry.isFile());
  }
  for await (const _ of storage.list()) return true;
  return false;
}

/** Throws for stored files without a database that knows them: the sweep would delete them. */
async function refuseUnknownFiles(ctx: AppContext): Promise<void> {
  const { dataDir, storageUrl } = ctx.config;
  const place = storageUrl === null ? `DATA_DIR ${dataDir}` : 'STORAGE_URL';
  try {
    // Another node may have started meanwhile.
    if (!(await hasFiles(ctx)) || (await anyUser(ctx.db))) return;
    throw new SettingError(
      `${place} has files but the database has no accounts: restore a backup to an empty place, or move the files away.`,
    );
  } catch (error) {
    if (error instanceof SettingError) throw error;
    ctx.log.warn({ err: error }, 'failed to look for files of another installation');
  }
}

/** Creates the first admin while there is no user; returns the password when it was generated. */
export async function ensureFirstAdmin(
  ctx: AppContext,
): Promise<{ username: string; madePassword: string | null } | null> {
  if (await anyUser(ctx.db)) return null;
  await refuseUnknownFiles(ctx);
  const { username, email, password } = ctx.config.admin;
  const made = password ?? randomBytes(12).toString('base64url');
  const words = ownWords({ username, user_email: email });
  const password_hash = await ctx.passwords.hashChosen(made, 'password', words).catch(nameSetting);
  const account = { username, user_email: email, password_hash, user_role: 'admin' as const };
  try {
    return await writeTransaction(ctx, systemActor, async (write) => {
      if (await anyUser(write.tx)) return null;
      // A generated password was seen by whoever reads the output.
      const password_change_due = password === null ? 1 : 0;
      await createAccount(write, { ...account, password_change_due });
      return { username, madePassword: password === null ? made : null };
    });
  } catch (error) {
    // Another process started at the same time and was first.
    if (error instanceof HttpError && error.status === 409) return null;
    throw error;
  }
}

type StoredUser = Awaited<ReturnType<typeof selectUsers>>[number];

const inHours = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);

function signInOf(
  { first_signed_in_at, link_expires_at, link_is_valid }: StoredUser,
  now: Date,
): User['sign_in'] {
  if (first_signed_in_at !== null) return 'signed_in';
  if (link_expires_at === null) return 'no_link';
  return link_is_valid === 1 && link_expires_at > now.toISOString() ? 'link_sent' : 'link_expired';
}

function toDto(stored: StoredUser, now: Date): User {
  const { pto_hundredths, work_hundredths, ...row } = stored;
  const { first_signed_in_at: _, link_expires_at: _end, link_is_valid: _valid, ...shown } = row;
  return {
    ...shown,
    pto_hours: inHours(pto_hundredths),
    work_hours: inHours(work_hundredths),
    sign_in: signInOf(stored, now),
  };
}

/** For an admin every open account, for an employee the names of the admins; in the order of their creation. */
export function listUsers(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { role }: { role: Role },
): ReadPage<User> | ReadPage<Awaited<ReturnType<typeof selectAdminNames>>[number]> {
  const cursorOf = ({ user_id }: { user_id: number }) => ({ at: '', id: user_id });
  if (role !== 'admin') {
    return async (after, limit) => {
      const names = await selectAdminNames(db);
      return pageOf(
        names.filter(({ user_id }) => user_id > (after?.id ?? 0)),
        limit,
        cursorOf,
      );
    };
  }
  return async (after, limit) => {
    const found = await selectUsers(db, { after: after?.id ?? 0, limit: limit + 1 });
    return pageOf(
      found.map((row) => toDto(row, now())),
      limit,
      cursorOf,
    );
  };
}

/** Every open account. */
export async function allUsers(db: Db, now = new Date()): Promise<User[]> {
  return (await selectUsers(db)).map((row) => toDto(row, now));
}

/** One open account as an admin sees it, undefined when there is none. */
export async function getUser(db: Db, id: number, now = new Date()): Promise<User | undefined> {
  const row = await selectUser(db, id);
  return row && toDto(row, now);
}

/** The usernames and addresses of closed accounts, as `accountKey` compares them. */
export async function listClosedKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await selectClosedKeys(db);
  return new Set(rows.flatMap(({ username_key, email_key }) => [username_key, email_key]));
}

/** The ids of all admins, for notifications to all of them. */
export async function openAdmins(db: Db): Promise<number[]> {
  return (await selectAdminNames(db)).map(({ user_id }) => user_id);
}
