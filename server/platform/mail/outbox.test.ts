import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onBothWhenFull, sqliteOnly } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { type MailFixture, openMailFixture } from '#tests/harness/mail-fixture.ts';
import { type Mood, type SmtpDouble, startSmtp, startTarpit } from '#tests/harness/smtp.ts';
import { pauseAfter, sweepMails } from './mail-task.ts';

const hour = 3_600_000;
const mail = (to: string) => ({ to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' });

onBothWhenFull('outbox', (engine) => {
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
  const recipients = () => smtp.received.map(({ to }) => to[0]).toSorted();

  const passing: Mood[] = ['hang at MAIL', 'drop after DATA', '451 at RCPT'];
  const slow: Mood[] = ['hang before greeting', 'hang after DATA'];
  const more: Mood[] = ['busy greeting', '452 at DATA', '550 at MAIL', ...slow];
  test.each(isFull ? [...passing, ...more] : passing)(
    'retries after %s, and each mail arrives once (FLT7)',
    async (mood) => {
      smtp.mood = mood;
      await outbox.enqueue(mail('a@example.com'), mail('b@example.com'), mail('c@example.com'));
      outbox.hasShortTimeouts = mood.startsWith('hang');
      const slowed = outbox.worker();
      outbox.hasShortTimeouts = false;
      const worker = outbox.worker();
      await slowed.run();
      const kept = { tries: 1, sent_at: null, dead_at: null, claimed_until: null };
      for (const row of await outbox.rows()) {
        expect(row).toMatchObject({ ...kept, last_error: expect.stringMatching(/./) });
      }
      smtp.mood = 'kind';
      await worker.run();
      expect(smtp.received).toEqual([]);
      outbox.wait(31_000);
      await worker.run();
      await worker.run();
      expect(recipients()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
      expect((await outbox.rows()).every((row) => row.sent_at && row.last_error === '')).toBe(true);
    },
  );

  test.each<Mood>(['550 at RCPT', '554 at DATA'])(
    'gives up at once on %s, with the reason',
    async (mood) => {
      smtp.mood = mood;
      await outbox.enqueue(mail('a@example.com'));
      const worker = outbox.worker();
      await worker.run();
      smtp.mood = 'kind';
      outbox.wait(24 * hour);
      await worker.run();
      expect(smtp.received).toEqual([]);
      const [row] = await outbox.rows();
      expect(row?.dead_at).not.toBeNull();
      expect(row?.last_error).toMatch(/No such user|Looks like spam/);
    },
  );

  test('an unknown or invalid recipient does not delay the others', async () => {
    smtp.unknown.add('gone@example.com');
    const people = ['gone@example.com', 'not an address', 'a@example.com', 'b@example.com'];
    await outbox.enqueue(...people.map(mail));
    await outbox.worker().run();
    expect(recipients()).toEqual(['a@example.com', 'b@example.com']);
    const dead = (await outbox.rows()).filter((row) => row.dead_at !== null);
    expect(dead.map(({ recipient }) => recipient)).toEqual(people.slice(0, 2));
  });

  test('gives up after 25 tries in about three days (FLT7)', async () => {
    await outbox.enqueue(mail('a@example.com'));
    const worker = outbox.worker(async () => {
      throw Object.assign(new Error('connect refused'), { code: 'ECONNECTION' });
    });
    let waited = 0;
    for (let tries = 1; (await outbox.rows())[0]?.dead_at === null; tries += 1) {
      await worker.run();
      const pause = 60_000 * 2 ** Math.min(tries, 9);
      outbox.wait(pause);
      waited += pause;
      expect(tries).toBeLessThan(100);
    }
    expect((await outbox.rows())[0]?.tries).toBe(25);
    expect(waited).toBeGreaterThan(2 * 24 * hour);
  });

  test('aborts a hanging delivery on close and keeps the mail', async () => {
    await outbox.enqueue(mail('a@example.com'));
    const hanging = Promise.withResolvers<void>();
    const worker = outbox.worker(async (_row, signal) => {
      hanging.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    }, hour);
    const run = worker.run();
    await hanging.promise;
    worker.close(0);
    await run;
    const kept = { sent_at: null, dead_at: null, claimed_until: null };
    expect(await outbox.rows()).toMatchObject([kept]);
  });

  test('deletes sent mails after 30 days, and no others', async () => {
    smtp.unknown.add('gone@example.com');
    await outbox.enqueue(mail('a@example.com'), mail('gone@example.com'));
    await outbox.worker().run();
    const now = () => new Date(Date.now() + 31 * 24 * hour);
    await sweepMails({ db: outbox.db(), now });
    expect(await outbox.rows()).toMatchObject([{ recipient: 'gone@example.com' }]);
  });
});

sqliteOnly.describe('delivery', () => {
  test('disconnects a server that drips forever', async () => {
    const tarpit = await startTarpit();
    const outbox = await openMailFixture('sqlite', tarpit.url);
    await outbox.enqueue(mail('a@example.com'));
    await outbox.worker(undefined, 700).run();
    expect((await outbox.rows())[0]).toMatchObject({ tries: 1, sent_at: null, dead_at: null });
    tarpit.close();
    await outbox.close();
  });

  test('retries after rejected credentials and never stores the password', async () => {
    const password = 'p@ss word:é';
    const smtp = await startSmtp({ password });
    const outbox = await openMailFixture('sqlite', smtp.url);
    smtp.mood = 'refuse sign-in';
    await outbox.enqueue(mail('a@example.com'));
    await outbox.worker().run();
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ sent_at: null, dead_at: null });
    expect(row?.last_error).toContain('***');
    expect(JSON.stringify(row)).not.toContain(password);
    smtp.mood = 'kind';
    outbox.wait(31_000);
    await outbox.worker().run();
    expect(smtp.received).toHaveLength(1);
    await smtp.die();
    await outbox.close();
  });

  test('the pauses grow to six hours and add up to about three days', () => {
    expect(pauseAfter(1, () => 0)).toBe(30_000);
    expect(pauseAfter(2, () => 0)).toBe(60_000);
    expect(pauseAfter(24, () => 0)).toBe(6 * hour);
    const total = Array.from({ length: 24 }, (_, n) => pauseAfter(n + 1, () => 0.5));
    const days = total.reduce((sum, pause) => sum + pause, 0) / (24 * hour);
    expect(days).toBeGreaterThan(2.5);
    expect(days).toBeLessThan(3.7);
  });
});
