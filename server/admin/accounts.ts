import { randomBytes } from 'node:crypto';
import { emitKeypressEvents } from 'node:readline';
import type * as z from 'zod/mini';
import { email, line } from '#contract/fields.ts';
import { password as passwordRule } from '#contract/session.ts';
import type { Config } from '../config.ts';
import { setPasswordOf } from '../features/passwords/passwords.service.ts';
import { createAccount } from '../features/users/users.service.ts';
import { Refusal } from '../platform/errors.ts';
import { CommandError } from './command-error.ts';
import { requireDatabase, withGround } from './open.ts';

interface Key {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
}

/** Asks on the terminal without showing what is typed. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  emitKeypressEvents(stdin);
  // Before the question: what is typed between the two would be shown.
  stdin.setRawMode(true);
  stdin.resume();
  stderr.write(question);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed = '';
  const press = (text: string | undefined, key: Key) => {
    if (key.name === 'return' || key.name === 'enter') resolve(typed);
    else if (key.ctrl && (key.name === 'c' || key.name === 'd')) {
      reject(new CommandError('Nothing was changed.'));
    } else if (key.name === 'backspace') typed = [...typed].slice(0, -1).join('');
    else if (text && !key.ctrl && !key.meta && text >= ' ') typed += text;
  };
  stdin.on('keypress', press);
  return promise.finally(() => {
    stdin.off('keypress', press);
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  });
}

function checked<T>(what: string, schema: z.ZodMiniType<T>, value: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError(`${what}: ${result.error.issues[0]?.message ?? 'not valid.'}`);
}

/** ADMIN_PASSWORD, else what is typed twice, else (no terminal, or nothing typed) one that is made. */
async function choosePassword(config: Config): Promise<{ password: string; made: boolean }> {
  if (config.admin.password !== null) return { password: config.admin.password, made: false };
  const typed = process.stdin.isTTY ? await askHidden('Password (empty: one is made): ') : '';
  if (typed === '') return { password: randomBytes(12).toString('base64url'), made: true };
  const password = checked('Password', passwordRule, typed);
  if ((await askHidden('Once more: ')) !== password) {
    throw new CommandError('The two are not the same. Nothing was changed.');
  }
  return { password, made: false };
}

/** Makes an admin account; answers lines to be shown. */
export async function createAdmin(
  config: Config,
  givenName: string,
  givenEmail: string,
): Promise<string[]> {
  const account = {
    username: checked('Username', line(), givenName),
    email: checked('E-mail', email(), givenEmail),
    role: 'admin' as const,
  };
  const { password, made } = await choosePassword(config);
  await withGround(config, async ({ db, passwords, now }) => {
    const passwordHash = await passwords.hash(password);
    const by = { userId: null, ip: '', now: now() };
    await db.transaction().execute((tx) => createAccount(tx, { ...account, passwordHash }, by));
  });
  return [`Admin ${account.username} was made.`, ...(made ? [`Password: ${password}`] : [])];
}

/** Sets a new password and ends the account's sessions; answers lines to be shown. */
export async function resetPasswordOf(config: Config, username: string): Promise<string[]> {
  requireDatabase(config);
  const { password, made } = await choosePassword(config);
  try {
    await withGround(config, (ground) => setPasswordOf(ground, username, password));
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    throw new CommandError(`There is no open account '${username}'.`);
  }
  return [
    `${username} has a new password, and all sessions of that account have ended.`,
    ...(made ? [`Password: ${password}`] : []),
  ];
}
