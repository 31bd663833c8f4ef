import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { type MailFixture, openMailRoom } from '../../../tests/harness/mail-fixture.ts';
import { type SmtpDouble, startSmtp } from '../../../tests/harness/smtp.ts';
import { bySmtp } from './delivery.ts';
import { mailTask } from './mail-task.ts';
import { claimMails } from './outbox.queries.ts';

const hour = 3_600_000;
const mail = (to: string) => ({ to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' });

onBothDatabases('outbox workers', (engine) => {
  let smtp: SmtpDouble;
  let room: MailFixture;

  beforeEach(async () => {
    smtp = await startSmtp();
    room = await openMailRoom(engine, smtp.url);
  });
  afterEach(async () => {
    await smtp.die();
    await room.close();
  });

  test('sends mails that an earlier process queued', async () => {
    await room.enqueue(mail('a@example.com'));
    smtp.mood = '451 at RCPT';
    await room.worker().run();
    await room.restart();
    smtp.mood = 'kind';
    room.wait(31_000);
    await room.worker().run();
    expect(smtp.received).toHaveLength(1);
  });

  test('sends again with the same Message-ID when killed before recording it', async () => {
    await room.enqueue(mail('a@example.com'));
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../tests/harness/mail-worker.ts')],
      {
        env: { ...process.env, ...room.environment },
        stdio: 'ignore',
      },
    );
    smtp.arrived = () => child.kill('SIGKILL');
    await once(child, 'exit');
    smtp.arrived = null;
    expect(smtp.received).toHaveLength(1);
    const worker = room.worker();
    await worker.run();
    expect(smtp.received).toHaveLength(1);
    room.wait(181_000);
    await worker.run();
    room.wait(hour);
    await worker.run();
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.messageIds()).size).toBe(1);
  });

  test('two concurrent workers send each mail once', async () => {
    await room.enqueue(...Array.from({ length: 60 }, (_, n) => mail(`p${n}@example.com`)));
    // SQLite has one process; PostgreSQL may have several.
    const second = engine === 'postgres' ? (await openDatabase(room.config)).db : room.db();
    const other = mailTask(
      { config: room.config, db: second, log: pino({ level: 'silent' }), now: () => new Date() },
      bySmtp(smtp.url, room.config.mailFrom),
    );
    const worker = room.worker();
    for (let round = 0; round < 10; round += 1) await Promise.all([worker.run(), other.run()]);
    if (engine === 'postgres') await second.destroy();
    expect(smtp.received).toHaveLength(60);
    expect(new Set(smtp.messageIds()).size).toBe(60);
  });

  test('a claim that waits for another one takes none of its mails', async () => {
    await room.enqueue(mail('a@example.com'), mail('b@example.com'));
    const now = new Date().toISOString();
    const lease = new Date(Date.now() + hour).toISOString();
    const holding = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const first = room
      .db()
      .transaction()
      .execute(async (tx) => {
        const rows = await claimMails(tx, now, lease, 8);
        holding.resolve();
        await enough.promise;
        return rows;
      });
    await holding.promise;
    const second = claimMails(room.db(), now, lease, 8);
    await pause(150);
    enough.resolve();
    expect(await first).toHaveLength(2);
    expect(await second).toEqual([]);
  });
});
