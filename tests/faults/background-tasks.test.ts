/** Every background task that the server registers: one that fails or hangs (FLT6). */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBackgroundTasks } from '#server/background-tasks.ts';
import { ClockCheck } from '#server/features/retention/clock-check.service.ts';
import { openPageReader } from '#server/features/settlement-drops/page-text.ts';
import { type Task, Tasks } from '#server/platform/tasks.ts';
import { sampleFile } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { createId } from '../fixtures/valid-requests.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Engine } from '../harness/databases.ts';
import { injectFaults, withFault } from '../harness/failing-calls.ts';
import { announcedLongAgo } from '../harness/retention.ts';
import { type SmtpDouble, startSmtp } from '../harness/smtp.ts';

const minute = 60_000;
const engines: Engine[] = process.env.FULL === '1' ? ['sqlite', 'postgres'] : ['sqlite'];

/** Tasks that find nothing to do here: they change no rows. */
const withoutRows = [
  ...['new day', 'log audit head', 'refold texts'],
  ...['sweep sockets', 'close expired sockets', 'check disk space'],
];

/** The tasks of an app and of the server. */
async function allTasks(engine: Engine, options: Parameters<typeof startApp>[1]) {
  const add = vi.spyOn(Tasks.prototype, 'add');
  const t = await startApp(engine, options);
  const own = add.mock.calls.map(([task]) => task);
  add.mockRestore();
  await t.ctx.tasks.stop();
  const reader = openPageReader();
  const elapsed = () => t.ctx.now().getTime();
  const background = openBackgroundTasks(t.ctx, reader, new ClockCheck(t.ctx, elapsed));
  const close = async () => {
    background.stop();
    await reader.close();
    await t.close();
  };
  return { t, tasks: [...own, ...background.tasks], close };
}

describe('scheduling', () => {
  const lines: { msg: string; task?: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line)) });
  let all: Awaited<ReturnType<typeof allTasks>>;
  beforeAll(async () => {
    all = await allTasks('sqlite', { log });
  });
  afterAll(() => all.close());
  afterEach(() => {
    vi.useRealTimers();
    lines.length = 0;
  });

  /** Runs all tasks on a clock of their own, each counted and without its work, and the first run of one replaced. */
  async function schedule(victim: string, first: () => Promise<void>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const runs = new Map<string, number>();
    const tasks = new Tasks(log, () => new Date());
    for (const task of all.tasks) {
      const run = async () => {
        const count = (runs.get(task.name) ?? 0) + 1;
        runs.set(task.name, count);
        if (task.name === victim && count === 1) await first();
      };
      tasks.add({ ...task, run });
    }
    Object.defineProperty(all.t.ctx.tasks, 'stuck', { get: () => tasks.stuck, configurable: true });
    await vi.advanceTimersByTimeAsync(0);
    const others = () => all.tasks.filter(({ name }) => name !== victim);
    return { tasks, runs, others };
  }

  const ready = () => all.t.app.inject('/readyz');
  const names = () => all.tasks.map(({ name }) => name);
  const logged = (msg: string) => lines.filter((line) => line.msg === msg).map(({ task }) => task);

  test('a task that throws is logged and runs again within a minute (FLT6)', async () => {
    expect(names()).toEqual(expect.arrayContaining(['mail', 'sweep files', 'sweep sockets']));
    for (const victim of names()) {
      lines.length = 0;
      const { tasks, runs, others } = await schedule(victim, () => {
        throw new Error('no disk');
      });
      expect(logged('task failed'), victim).toEqual([victim]);
      expect(
        others().every(({ name }) => runs.get(name) === 1),
        victim,
      ).toBe(true);
      await vi.advanceTimersByTimeAsync(minute);
      expect(runs.get(victim), victim).toBeGreaterThan(1);
      expect((await ready()).statusCode, victim).toBe(200);
      await tasks.stop();
      vi.useRealTimers();
    }
  });

  test('a task that hangs is logged and reported, and runs again within a minute (FLT6)', async () => {
    for (const victim of names()) {
      lines.length = 0;
      const { promise: hung, resolve: release } = Promise.withResolvers<void>();
      const { tasks, runs, others } = await schedule(victim, () => hung);
      const { limit } = all.tasks.find(({ name }) => name === victim) as Task;
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect([runs.get(victim), (await ready()).statusCode], victim).toEqual([1, 200]);
      await vi.advanceTimersByTimeAsync(1);
      expect(logged('task is stuck'), victim).toEqual([victim]);
      // The others went on meanwhile.
      const due = others().filter(({ every }) => every < limit);
      expect(
        due.filter(({ name }) => (runs.get(name) ?? 0) < 2),
        victim,
      ).toEqual([]);
      const report = await ready();
      expect([report.statusCode, report.json().error], victim).toEqual([
        503,
        `A background task is stuck: ${victim}.`,
      ]);
      expect((await all.t.app.inject('/api/careers')).statusCode).toBe(200);
      await vi.advanceTimersByTimeAsync(minute);
      expect(runs.get(victim), victim).toBeGreaterThan(1);
      // The next run ended.
      expect((await ready()).statusCode, victim).toBe(200);
      release();
      await tasks.stop();
      vi.useRealTimers();
    }
  });

  test('a task that hangs does not keep the server from stopping (FLT6)', async () => {
    const { tasks } = await schedule('retention', () => new Promise(() => {}));
    let hasStopped = false;
    void tasks.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(hasStopped).toBe(true);
  });
});

describe.each(engines)('the work of the tasks on %s', (engine) => {
  // Two in the afternoon in Chicago, after the hour of the nightly run; later than all files.
  let now = Date.parse('2027-03-02T20:00:00Z');
  let all: Awaited<ReturnType<typeof allTasks>>;
  let t: TestApp;
  let smtp: SmtpDouble;
  let undo = () => {};
  beforeAll(async () => {
    smtp = await startSmtp();
    all = await allTasks(engine, {
      now: () => new Date(now),
      config: { smtpUrl: smtp.url },
    });
    t = all.t;
    undo = injectFaults(t.ctx);
  });
  afterAll(async () => {
    undo();
    await all.close();
    await smtp.die();
  });

  /** Something to do for each task: a mail, an announcement, an expiring document, an event, bytes without a row, an old session, application and key. */
  async function addWork(): Promise<void> {
    const { db } = t.ctx;
    const id = await createId(t, 'sendApplication', { email: `${randomUUID()}@example.com` });
    await db
      .updateTable('applications')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    await createId(t, 'uploadSettlements');
    await createId(t, 'uploadDriverDocument', { expires_on: '2027-03-10' });
    await createId(t, 'createAnnouncement', { send_on: '2199-01-01', send_minute: 0 });
    await db.updateTable('announcements').set({ send_at: '2020-01-01T00:00:00.000Z' }).execute();
    await t.ctx.storage.put(
      `settlements/${randomUUID()}.pdf`,
      await temporaryFile(),
      'application/pdf',
    );
    await t.person(`user-${randomUUID()}`, 'employee');
    if (engine === 'postgres') for (const _ of [1, 2]) await createId(t, 'createJob');
    const old = { created_at: '2020-01-01T00:00:00.000Z', expires_at: '2020-01-01T08:00:00.000Z' };
    await db.updateTable('sessions').set(old).where('user_id', '>', 2).execute();
    await db
      .transaction()
      .execute((tx) =>
        t.ctx.mailer.enqueue(tx, [
          { to: `${randomUUID()}@example.com`, subject: 'Hi', text: 'Hello' },
        ]),
      );
    const target = { kind: 'user', id: randomUUID(), label: '' };
    t.ctx.auditEvents.note({ action: 'session.refused', userId: null, ip: '', target });
    for (const [name, value] of announcedLongAgo(new Date(now))) {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    }
  }

  async function temporaryFile(): Promise<string> {
    const { writeFile } = await import('node:fs/promises');
    const path = `${t.ctx.config.dataDir}/tmp/${randomUUID()}`;
    await writeFile(
      path,
      sampleFile({ upload: { field: 'file', kinds: ['pdf'], required: true, maxBytes: 'usual' } })
        .value,
    );
    return path;
  }

  /** What is there: numbers of rows by table, of files and of mails. */
  async function counts(): Promise<Record<string, number>> {
    const tables = await t.ctx.db.introspection.getTables();
    const found: Record<string, number> = { mails: smtp.received.length };
    for (const { name } of tables.filter(({ name }) => !name.startsWith('message_words_'))) {
      const { rows } = await sql<Body>`select count(*) as n from ${sql.table(name)}`.execute(
        t.ctx.db,
      );
      found[name] = Number(rows[0]?.n);
    }
    const unsent = t.ctx.db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
    found.unsent = (await unsent.execute()).length;
    const unread = t.ctx.db
      .selectFrom('document_revisions')
      .select('file_id')
      .where('page_read_at', 'is', null);
    found.unread = (await unread.execute()).length;
    found.files = (await Array.fromAsync(t.ctx.storage.list())).length;
    return found;
  }

  async function changeOf(work: () => Promise<void>): Promise<Record<string, number>> {
    const before = await counts();
    await work();
    const after = await counts();
    const changes = Object.keys(after).map((key): [string, number] => [
      key,
      (after[key] ?? 0) - (before[key] ?? 0),
    ]);
    return Object.fromEntries(changes.filter(([, change]) => change !== 0));
  }

  /** The entries that name a run say how much it deleted; a failed run has one of its own. */
  const withoutRuns = ({ audit: _, ...rest }: Record<string, number>) => rest;

  test('is done once, whichever call fails, and when two runs overlap (FLT6)', async ({
    annotate,
  }) => {
    const idle: string[] = [];
    let failures = 0;
    for (const task of all.tasks) {
      // What the preparations of the other tasks left.
      await task.run();
      await addWork();
      let calls: string[] = [];
      const change = await changeOf(async () => {
        ({ calls } = await withFault({ nth: 0, fault: 'broken' }, async () => task.run()));
      });
      if (Object.keys(change).length === 0) idle.push(task.name);
      for (let nth = 1; nth <= calls.length; nth += 1) {
        await addWork();
        const again = await changeOf(async () => {
          await withFault({ nth, fault: 'unavailable' }, async () => task.run().catch(() => {}));
          // A mail that was claimed waits for the end of its lease.
          now += 4 * minute;
          await task.run();
        });
        failures += 1;
        expect(withoutRuns(again), `${task.name}, call ${nth}: ${calls[nth - 1]}`).toEqual(
          withoutRuns(change),
        );
      }
      // A run that hung goes on while the next one works.
      await addWork();
      const both = await changeOf(
        async () => void (await Promise.all([task.run(), turn().then(() => task.run())])),
      );
      expect(withoutRuns(both), `${task.name} twice`).toEqual(withoutRuns(change));
      const third = await changeOf(() => task.run());
      expect(withoutRuns(third), `${task.name} again`).toEqual({});
    }
    expect(idle.sort()).toEqual(withoutRows.toSorted());
    await annotate(
      `${failures} failed calls in ${all.tasks.length} tasks on ${engine}`,
      'measured',
    );
  });
});
