/** The server's clock jumps, or a client's clock is wrong (FLT17). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { retentionTask } from '#server/features/retention/retention.service.ts';
import { send, unnamed } from './fixtures/requests.ts';
import { createId } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { onBothWhenFull } from './harness/databases.ts';
import { openMailFixture } from './harness/mail-fixture.ts';
import { startSmtp } from './harness/smtp.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Both changes of the clock in America/Chicago: two in the morning on 14 March and on 7 November 2027. */
const changes = ['2027-03-14T08:00:00Z', '2027-11-07T07:00:00Z'].map((text) => Date.parse(text));

onBothWhenFull('the clock', (engine) => {
  const base = Date.parse('2027-03-13T18:00:00Z');
  let now = base;
  const t = suiteApp(engine, { now: () => new Date(now) });
  beforeEach(() => {
    now = base;
  });

  test("no session is granted beyond its end by the server's clock, nor ended before (FLT17)", async () => {
    const start = now;
    const person = await t.person(`person-${randomUUID()}`, 'employee');
    const status = async () => (await send(t, 'GET', '/api/user', person)).statusCode;
    for (const kept of [-day, -hour, 0, hour, 8 * hour - second]) {
      now = start + kept;
      expect([kept, await status()]).toEqual([kept, 200]);
    }
    for (const ended of [8 * hour, 8 * hour + 5 * second, day, 30 * day]) {
      now = start + ended;
      expect([ended, await status()]).toEqual([ended, 401]);
    }
  });

  test('a reminder that is repeated after a jump is sent once (FLT17)', async () => {
    const start = now;
    const file_id = await createId(t, 'uploadTraining', {
      ...unnamed,
      user_ids: [t.employee.userId],
    });
    const headers = { 'idempotency-key': randomUUID() };
    const remind = (more = headers) =>
      send(t, 'POST', '/api/receipts/remind', t.admin, { file_id }, more);
    const mails = async () => (await t.ctx.db.selectFrom('outbox').select('id').execute()).length;
    expect((await remind()).statusCode).toBe(200);
    const count = await mails();
    for (const jump of [-day, -hour, hour, 7 * hour]) {
      now = start + jump;
      expect([jump, (await remind()).statusCode]).toEqual([jump, 200]);
    }
    for (const jump of [-day, -hour, 9 * minute]) {
      now = start + jump;
      // Another click, with a key of its own.
      const again = await remind({ 'idempotency-key': randomUUID() });
      expect([jump, again.statusCode]).toEqual([jump, 409]);
    }
    expect(await mails()).toBe(count);
  });

  test('the nightly run happens once a day of the company, whatever the clock does (FLT17)', async () => {
    const { db } = t.ctx;
    const task = retentionTask(t.ctx, { guard: (work) => async () => void (await work()) });
    const runs = async () => {
      const rows = db.selectFrom('audit').select('id').where('action', '=', 'retention.run');
      return (await rows.execute()).length;
    };
    // The first look announces what the next day deletes.
    for (const change of changes) {
      // Two in the afternoon of the day before, until the evening of the day after.
      now = change - 12 * hour;
      await task.run();
      const before = await runs();
      while (now < change + 40 * hour) {
        now += 15 * minute;
        await task.run();
      }
      // A day after the announcement, and the night after that.
      const done = await runs();
      expect(done - before).toBe(2);
      const last = now;
      for (const jump of [-hour, -day, -30 * day, 0]) {
        now = last + jump;
        await task.run();
      }
      expect(await runs()).toBe(done);
    }
  });

  test('a mail is sent once, and not lost, when the clock jumps (FLT17)', async () => {
    const smtp = await startSmtp();
    const outbox = await openMailFixture(engine, smtp.url);
    const worker = outbox.worker();
    await outbox.enqueue({ to: 'a@example.com', subject: 'Hi', text: 'Hello' });
    outbox.wait(-hour);
    await worker.run();
    outbox.wait(day);
    for (const jump of [0, -hour, -day, day, hour]) {
      outbox.wait(jump);
      await worker.run();
    }
    expect(smtp.received).toHaveLength(1);
    await smtp.die();
    await outbox.close();
  });
});
