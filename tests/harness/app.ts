import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sqliteFile } from '#server/database/open.ts';
import { login } from '#server/features/session/session.service.ts';
import { createAccount } from '#server/features/users/users.service.ts';
import { Passwords } from '#server/platform/accounts/passwords.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Timeouts } from '#server/platform/limits/timeouts.ts';
import type { PageSource } from '#server/platform/web/pages.ts';
import {
  type SessionActor,
  systemActor,
  writeTransaction,
} from '#server/platform/writes/writes.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { type Engine, freshPostgres } from './databases.ts';

export interface TestPerson {
  userId: number;
  username: string;
  password: string;
  token: string;
  /** The Authorization header. */
  headers: { authorization: string };
}

export interface TestApp {
  app: FastifyInstance;
  ctx: AppContext;
  admin: TestPerson;
  employee: TestPerson;
  /** Creates another account and signs it in. */
  person: (username: string, role: 'admin' | 'employee') => Promise<TestPerson>;
  close: () => Promise<void>;
}

/** The actor of calls with a person's token, for tests that call a service. */
export function sessionActorOf({ userId, token }: TestPerson): SessionActor {
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { userId, ip: '', jti };
}

interface Options {
  config?: Partial<Config>;
  log?: Logger;
  /** The server's clock. */
  now?: () => Date;
  pages?: PageSource | null;
  /** Timeouts for slow senders. */
  timeouts?: Timeouts;
  /** Whether passwords have the real hash cost instead of a minimal one. */
  realPasswords?: boolean;
}

/** The real app with its own empty database and data folder, one admin and one employee. */
export async function startApp(engine: Engine, options: Options = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-test-'));
  const database = engine === 'postgres' ? await freshPostgres('newest') : null;
  if (engine === 'sqlite') copyFileSync(inject('newestSqlite'), join(dataDir, sqliteFile));
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      SAMPLE_DATA: 'none',
      TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
      LOG_LEVEL: 'fatal',
      ...(database ? { DATABASE_URL: database.url } : {}),
    }),
    ...options.config,
  };
  const log = options.log ?? pino({ level: config.logLevel });
  const opened = await createAppContext(config, log, options.now && { now: options.now });
  const cheap = { memoryCost: 8, timeCost: 1 };
  const ctx = options.realPasswords ? opened : { ...opened, passwords: new Passwords(cheap) };
  // Those to sample browsers would look for their services on the internet.
  if (config.pushServices.length === 0) ctx.push.stop();
  const app = await buildApp(ctx, options.pages ?? null, options.timeouts);
  await app.ready();

  const person = async (username: string, role: 'admin' | 'employee'): Promise<TestPerson> => {
    const password = `${username} has this password`;
    const password_hash = await ctx.passwords.hash(password);
    const user_email = `${username.toLowerCase().replace(/\W/g, '')}@example.com`;
    const account = { username, user_email, password_hash, user_role: role };
    const userId = await writeTransaction(ctx, systemActor, (write) =>
      createAccount(write, account),
    );
    const { token } = await login(ctx, { username, password, ip: '127.0.0.1' });
    return { userId, username, password, token, headers: { authorization: `Bearer ${token}` } };
  };

  return {
    app,
    ctx,
    admin: await person('anna', 'admin'),
    employee: await person('emil', 'employee'),
    person,
    close: async () => {
      await app.close();
      await ctx.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts an app before the tests of this file or suite and closes it afterwards; filled in before the first test. */
export function suiteApp(engine: Engine, options?: Options): TestApp {
  const t = {} as TestApp;
  beforeAll(async () => {
    Object.assign(t, await startApp(engine, options));
  });
  afterAll(() => t.close?.());
  return t;
}
