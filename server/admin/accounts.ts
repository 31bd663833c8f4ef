import { randomBytes } from 'node:crypto';
import { emitKeypressEvents } from 'node:readline';
import type * as z from 'zod/mini';
import { ownWords } from '#contract/rules/password-rules.ts';
import { password as passwordRule } from '#contract/wire/account-fields.ts';
import { email, line } from '#contract/wire/fields.ts';
import { setPasswordOf } from '../features/passwords/passwords.service.ts';
import { resetSecondFactorsOf } from '../features/second-factors/second-factors.service.ts';
import { createAccount } from '../features/users/users.service.ts';
import type { AppContext } from '../platform/app-context.ts';
import { HttpError } from '../platform/runtime/errors.ts';
import { systemActor, writeTransaction } from '../platform/writes/writes.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { requireDatabase, withAppContext } from './open.ts';

interface Key {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
}

/** Prompts on the terminal without echo. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  emitKeypressEvents(stdin);
  // Before the prompt, or input typed early would be echoed.
  stdin.setRawMode(true);
  stdin.resume();
  stderr.write(question);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed = '';
  const press = (text: string | undefined, key: Key) => {
    if (key.name === 'return' || key.name === 'enter') resolve(typed);
    else if (key.ctrl && (key.name === 'c' || key.name === 'd')) {
      reject(new CommandError('Canceled. Nothing was changed.'));
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

function parse<T>(label: string, schema: z.ZodMiniType<T>, value: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError(`${label}: ${result.error.issues[0]?.message ?? 'not valid.'}`);
}

/** Returns ADMIN_PASSWORD, or the password typed twice, or (without a terminal or input) a generated one. */
async function choosePassword(config: Config): Promise<{ password: string; generated: boolean }> {
  if (config.admin.password !== null) return { password: config.admin.password, generated: false };
  const typed = process.stdin.isTTY ? await askHidden('Password (empty to generate one): ') : '';
  if (typed === '') return { password: randomBytes(12).toString('base64url'), generated: true };
  const password = parse('Password', passwordRule, typed);
  if ((await askHidden('Repeat the password: ')) !== password) {
    throw new CommandError("The passwords don't match. Nothing was changed.");
  }
  return { password, generated: false };
}

/** Says whether ADMIN_PASSWORD or what was typed is refused as a password. */
const namePassword =
  ({ admin }: Config) =>
  (error: unknown): never => {
    if (!(error instanceof HttpError && error.status === 400)) throw error;
    const source = admin.password === null ? 'Password' : 'ADMIN_PASSWORD';
    throw new CommandError(`${source}: ${error.message}`);
  };

/** Creates an admin account; returns the lines to print. */
export async function createAdmin(
  config: Config,
  username: string,
  address: string,
): Promise<string[]> {
  const account = {
    username: parse('Username', line(), username),
    user_email: parse('Email', email(), address),
    user_role: 'admin' as const,
  };
  const { password, generated } = await choosePassword(config);
  await withAppContext(config, async (ctx) => {
    const words = ownWords(account);
    const password_hash = await ctx.passwords
      .hashChosen(password, 'password', words)
      .catch(namePassword(config));
    await writeTransaction(ctx, systemActor, (write) =>
      createAccount(write, { ...account, password_hash, password_change_due: 1 }),
    );
  });
  return [`Created admin ${account.username}.`, ...(generated ? [`Password: ${password}`] : [])];
}

/** Sets a new password and ends the account's sessions; returns the lines to print. */
export async function resetPasswordOf(config: Config, username: string): Promise<string[]> {
  requireDatabase(config);
  const { password, generated } = await choosePassword(config);
  await changeAccount(config, username, (ctx) =>
    setPasswordOf(ctx, username, password).catch(namePassword(config)),
  );
  return [
    `Set a new password for ${username} and ended all their sessions.`,
    ...(generated ? [`Password: ${password}`] : []),
  ];
}

/** Removes the account's second factors and ends its sessions; returns the lines to print. */
export async function resetFactorsOf(config: Config, username: string): Promise<string[]> {
  requireDatabase(config);
  await changeAccount(config, username, (ctx) => resetSecondFactorsOf(ctx, username));
  return [`Removed the passkeys and one-time codes of ${username} and ended all their sessions.`];
}

async function changeAccount(
  config: Config,
  username: string,
  change: (ctx: AppContext) => Promise<void>,
): Promise<void> {
  try {
    await withAppContext(config, change);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error;
    throw new CommandError(`There is no open account '${username}'.`);
  }
}
