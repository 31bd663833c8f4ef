import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.ts';
import { session as messages } from '#contract/messages/session.ts';
import type { User } from '#contract/users.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { alreadyExists, HttpError } from '../../platform/errors.ts';
import { anyUser, insertUser, selectAdminNames, selectUser, selectUsers } from './users.queries.ts';

/** The form in which names and addresses are compared: without case, in one Unicode form. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

export interface NewAccount {
  username: string;
  email: string;
  phone?: string;
  /** Argon2id hash, made before the transaction, which must not wait for it. */
  passwordHash: string;
  role: Role;
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

/** Creates an account in the caller's transaction; a taken name or address is 409. */
export async function createAccount(
  tx: Db,
  account: NewAccount,
  by: { userId: number | null; ip: string; now: Date },
): Promise<number> {
  const id = await orTaken(
    insertUser(tx, {
      username: account.username,
      username_key: keyOf(account.username),
      user_email: account.email,
      email_key: keyOf(account.email),
      phone_number: account.phone ?? '',
      password_hash: account.passwordHash,
      user_role: account.role,
      created_at: by.now.toISOString(),
    }),
  );
  await recordAudit(tx, by.now, {
    userId: by.userId,
    ip: by.ip,
    action: 'user.create',
    target: { kind: 'user', id, label: account.username },
    detail: { username: account.username, role: account.role },
  });
  return id;
}

/** Creates the first admin while there is no user; returns the password when it was generated. */
export async function ensureFirstAdmin(
  ctx: AppContext,
): Promise<{ username: string; madePassword: string | null } | null> {
  if (await anyUser(ctx.db)) return null;
  const { username, email, password } = ctx.config.admin;
  const made = password ?? randomBytes(12).toString('base64url');
  const passwordHash = await ctx.passwords.hash(made);
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      if (await anyUser(tx)) return null;
      const by = { userId: null, ip: '', now: ctx.now() };
      await createAccount(tx, { username, email, passwordHash, role: 'admin' }, by);
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

function toDto({ pto_hundredths, work_hundredths, ...row }: StoredUser): User {
  return { ...row, pto_hours: inHours(pto_hundredths), work_hours: inHours(work_hundredths) };
}

/** For an admin every open account; for an employee the admins, by id and name. */
export async function listUsers(db: Db, role: Role) {
  if (role !== 'admin') return selectAdminNames(db);
  return (await selectUsers(db)).map(toDto);
}

/** One open account as an admin sees it, undefined when there is none. */
export async function getUser(db: Db, id: number): Promise<User | undefined> {
  const row = await selectUser(db, id);
  return row && toDto(row);
}

/** The ids of all admins, for notifications to all of them. */
export async function openAdmins(db: Db): Promise<number[]> {
  return (await selectAdminNames(db)).map(({ user_id }) => user_id);
}
