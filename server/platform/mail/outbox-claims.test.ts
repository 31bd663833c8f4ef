/** Which worker sends a mail, when several want to or one dies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { type MailFixture, openMailFixture } from '#tests/harness/mail-fixture.ts';
import { type SmtpDouble, startSmtp } from '#tests/harness/smtp.ts';
import { until } from '#tests/harness/until.ts';
import { bySmtp } from './delivery.ts';
import { mailTask } from './mail-task.ts';
import { claimMails } from './outbox.queries.ts';

const hour = 3_600_000;
const mail = (to: string) => ({ to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' });

onBothDatabases('claims of mails', (engine) => {
  let smtp: SmtpDouble;
  let outbox: MailFixture;

  beforeEach(async () => {
    smtp = await startSmtp();
    outbox = await openMailFixture(engine, smtp.url);
  });
  afterEach(async () => {
    await smtp.die();
    await outbox.close();
  });

  test('sends again with the same Message-ID when killed before recording it (FLT7)', async () => {
    await outbox.enqueue(mail('a@example.com'));
    const child = spawn(process.execPath, ['tests/harness/mail-worker.ts'], {
      env: { ...process.env, ...outbox.environment },
      stdio: 'ignore',
    });
    smtp.arrived = () => child.kill('SIGKILL');
    await once(child, 'exit');
    smtp.arrived = null;
    expect(smtp.received).toHaveLength(1);
    const worker = outbox.worker();
    await worker.run();
    expect(smtp.received).toHaveLength(1);
    outbox.wait(181_000);
    await worker.run();
    outbox.wait(hour);
    await worker.run();
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.messageIds()).size).toBe(1);
  });

  test('two concurrent workers send each mail once', async () => {
    await outbox.enqueue(...Array.from({ length: 60 }, (_, n) => mail(`p${n}@example.com`)));
    // SQLite has one process; PostgreSQL may have several.
    const second = engine === 'postgres' ? (await openDatabase(outbox.config)).db : outbox.db();
    const other = mailTask(
      { ...outbox, db: second, log: pino({ level: 'silent' }), now: () => new Date() },
      bySmtp(smtp.url, outbox.config.mailFrom),
    );
    const worker = outbox.worker();
    for (let round = 0; round < 10; round += 1) await Promise.all([worker.run(), other.run()]);
    if (engine === 'postgres') await second.destroy();
    expect(smtp.received).toHaveLength(60);
    expect(new Set(smtp.messageIds()).size).toBe(60);
  });

  test('a claim that waits for another takes none of its mails', async () => {
    await outbox.enqueue(mail('a@example.com'), mail('b@example.com'));
    const now = new Date().toISOString();
    const lease = new Date(Date.now() + hour).toISOString();
    const holding = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const first = outbox
      .db()
      .transaction()
      .execute(async (tx) => {
        const rows = await claimMails(tx, now, lease, 8);
        holding.resolve();
        await enough.promise;
        return rows;
      });
    await holding.promise;
    const second = claimMails(outbox.db(), now, lease, 8);
    if (engine === 'postgres') {
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await until('the second claim waits', 30_000, async () => {
        return (await waiting.execute(outbox.db())).rows.length > 0;
      });
    }
    enough.resolve();
    expect(await first).toHaveLength(2);
    expect(await second).toEqual([]);
  });
});
