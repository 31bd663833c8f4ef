import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type Db, openDatabase, sqliteFile } from '#server/database/open.ts';
import { Tokens } from '#server/platform/accounts/tokens.ts';
import { bySmtp, type Deliver } from '#server/platform/mail/delivery.ts';
import { type MailTask, mailTask } from '#server/platform/mail/mail-task.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import { openMailer } from '#server/platform/mail/mailer.ts';
import type { OutboxRow } from '#server/platform/mail/outbox.queries.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { type Engine, freshPostgres } from './databases.ts';

/** An outbox on a real database, with a clock that tests move. */
export interface MailFixture {
  config: Config;
  environment: Record<string, string>;
  tokens: Tokens;
  db: () => Db;
  /** Advances the clock. */
  wait: (milliseconds: number) => void;
  enqueue: (...mails: Mail[]) => Promise<void>;
  /** Whether new workers time out soon on a silent server. */
  hasShortTimeouts: boolean;
  /** Another worker on the same database. */
  worker: (deliver?: Deliver, limit?: number) => MailTask;
  rows: () => Promise<OutboxRow[]>;
  /** Closes the database and opens it again, as a new process would. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Timeouts too long to reach on a busy machine, and short ones for tests of silent servers. */
const longTimeouts = { connection: 10_000, greeting: 10_000, idle: 10_000 };
const shortTimeouts = { connection: 400, greeting: 400, idle: 400 };

/** Opens an outbox; `smtpUrl` null writes files. */
export async function openMailFixture(
  engine: Engine,
  smtpUrl: string | null,
): Promise<MailFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-mail-'));
  const database = engine === 'postgres' ? await freshPostgres('newest') : null;
  const environment = {
    DATA_DIR: dataDir,
    MAIL_FROM: 'Kestrel Auto Transport <no-reply@kestrel.example.com>',
    TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
    ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}),
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const config = readConfig(environment);
  if (engine === 'sqlite') copyFileSync(inject('newestSqlite'), join(dataDir, sqliteFile));
  let open = await openDatabase(config);
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const log = pino({ level: 'silent' });
  const tokens = new Tokens(environment.TOKEN_SECRET, 8);
  const mailer = openMailer(config, tokens, now, () => undefined);
  const byDefault = () =>
    smtpUrl
      ? bySmtp(smtpUrl, config.mailFrom, outbox.hasShortTimeouts ? shortTimeouts : longTimeouts)
      : undefined;

  const outbox: MailFixture = {
    hasShortTimeouts: false,
    config,
    environment,
    tokens,
    db: () => open.db,
    wait: (milliseconds) => {
      passed += milliseconds;
    },
    enqueue: (...mails) => open.db.transaction().execute((tx) => mailer.enqueue(tx, mails)),
    worker: (deliver = byDefault(), limit) =>
      mailTask({ config, db: open.db, log, now, tokens }, deliver, limit),
    rows: () => open.db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    restart: async () => {
      await open.db.destroy();
      open = await openDatabase(config);
    },
    close: async () => {
      await open.db.destroy();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return outbox;
}
