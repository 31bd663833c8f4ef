import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.ts';
import { session as say } from '#contract/messages/session.ts';
import type { User } from '#contract/users.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { anyUser, insertUser, selectAdminNames, selectUser, selectUsers } from './users.queries.ts';

/** A name or address as it is compared: without case, in one Unicode form. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

export interface NewAccount {
  username: string;
  email: string;
  phone?: string;
  /** Argon2id hash: made before the transaction, which waits for nothing. */
  passwordHash: string;
  role: Role;
}

/** Runs a write of an account; a taken name or address is 409. */
export async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'email')) {
      throw new Refusal(409, say.emailTaken, { fields: { user_email: say.emailTaken } });
    }
    if (isUniqueViolation(error, 'username')) {
      throw new Refusal(409, say.usernameTaken, { fields: { username: say.usernameTaken } });
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
    target: { kind: 'user', id },
    detail: { username: account.username, role: account.role },
  });
  return id;
}

/** Makes the first admin while there is no user; answers the password when it had to be made. */
export async function ensureFirstAdmin(
  ground: Ground,
): Promise<{ username: string; madePassword: string | null } | null> {
  if (await anyUser(ground.db)) return null;
  const { username, email, password } = ground.config.admin;
  const made = password ?? randomBytes(12).toString('base64url');
  const passwordHash = await ground.passwords.hash(made);
  try {
    return await ground.db.transaction().execute(async (tx) => {
      if (await anyUser(tx)) return null;
      const by = { userId: null, ip: '', now: ground.now() };
      await createAccount(tx, { username, email, passwordHash, role: 'admin' }, by);
      return { username, madePassword: password === null ? made : null };
    });
  } catch (error) {
    // Another process started at the same moment and was first.
    if (error instanceof Refusal && error.status === 409) return null;
    throw error;
  }
}

type StoredUser = Awaited<ReturnType<typeof selectUsers>>[number];

const inHours = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);

function present({ pto_hundredths, work_hundredths, ...row }: StoredUser): User {
  return { ...row, pto_hours: inHours(pto_hundredths), work_hours: inHours(work_hundredths) };
}

/** For an admin every open account; for an employee the admins, by id and name. */
export async function readUsers(db: Db, role: Role) {
  if (role !== 'admin') return selectAdminNames(db);
  return (await selectUsers(db)).map(present);
}

/** One open account as an admin sees it, undefined when there is none. */
export async function readUser(db: Db, id: number): Promise<User | undefined> {
  const row = await selectUser(db, id);
  return row && present(row);
}

/** The ids of all admins, for what all of them are told. */
export async function openAdmins(db: Db): Promise<number[]> {
  return (await selectAdminNames(db)).map(({ user_id }) => user_id);
}
