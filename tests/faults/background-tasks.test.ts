/** Every background task that the server registers: one that fails or hangs (FLT6). */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openBackgroundTasks } from '#server/background-tasks.ts';
import { settlementsTask } from '#server/features/documents/documents.service.ts';
import { ClockCheck } from '#server/features/retention/clock-check.service.ts';
import { Tasks } from '#server/platform/runtime/tasks.ts';
import type { Body } from '#tests/fixtures/sample-bodies.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { type Engine, onBothWhenFull } from '#tests/harness/databases.ts';
import { injectFaults, withFault } from '#tests/harness/failing-calls.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { makeSentQuote } from '#tests/harness/quotes.ts';
import { announcedLongAgo } from '#tests/harness/retention.ts';
import { type SmtpDouble, startSmtp } from '#tests/harness/smtp.ts';
import { makeInquiry } from '#tests/harness/testimonials.ts';
import { changeRows } from '#tests/records/stored.ts';

const minute = 60_000;

/** Tasks that find nothing to do here: they change no rows. */
const withoutRows = ['new day', 'sweep sockets', 'close expired sockets', 'check disk space'];

/** The tasks of an app and of the server. */
async function allTasks(engine: Engine, options: Parameters<typeof startApp>[1]) {
  const add = vi.spyOn(Tasks.prototype, 'add');
  const t = await startApp(engine, options);
  const own = add.mock.calls.map(([task]) => task);
  add.mockRestore();
  await t.ctx.tasks.stop();
  const elapsed = () => t.ctx.now().getTime();
  const background = openBackgroundTasks(t.ctx, new ClockCheck(t.ctx, elapsed));
  const close = async () => {
    background.stop();
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
    lines.length = 0;
  });

  /** Runs all tasks on a clock of their own, without their work and the first run replaced; returns when each ran. */
  function schedule(first: (name: string) => Promise<void>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const runs = new Map<string, number[]>(all.tasks.map(({ name }) => [name, []]));
    const tasks = new Tasks(log, () => new Date());
    onTestFinished(() => tasks.stop());
    for (const task of all.tasks) {
      const run = async () => {
        const times = runs.get(task.name) ?? [];
        times.push(performance.now());
        if (times.length === 1) await first(task.name);
      };
      tasks.add({ ...task, run });
    }
    Object.defineProperty(all.t.ctx.tasks, 'stuck', { get: () => tasks.stuck, configurable: true });
    return { tasks, runs };
  }

  const names = () => all.tasks.map(({ name }) => name).toSorted();
  const logged = (msg: string) => {
    const found = lines.filter((line) => line.msg === msg).map(({ task }) => task ?? '');
    return [...new Set(found)].sort();
  };

  test('each task that throws is logged and runs again within a minute (FLT6)', async () => {
    expect(names()).toEqual(expect.arrayContaining(['mail', 'sweep files', 'sweep sockets']));
    const { runs } = schedule(async () => {
      throw new Error('no disk');
    });
    await vi.advanceTimersByTimeAsync(minute);
    expect(logged('task failed')).toEqual(names());
    const late = [...runs].filter(([, times]) => times.length < 2);
    expect(late).toEqual([]);
  });

  test('each task that hangs is logged, and runs again within a minute after its limit (FLT6)', async () => {
    const { promise: hung } = Promise.withResolvers<void>();
    const { tasks, runs } = schedule(() => hung);
    const begin = performance.now();
    await vi.advanceTimersByTimeAsync(Math.max(...all.tasks.map(({ limit }) => limit)) + minute);
    expect(logged('task is stuck')).toEqual(names());
    for (const { name, limit } of all.tasks) {
      const again = (runs.get(name)?.[1] ?? Infinity) - begin;
      expect([name, again >= limit && again <= limit + minute]).toEqual([name, true]);
    }
    expect(tasks.stuck).toEqual([]);
  });

  test('a task that hangs is reported, and neither stops the others nor the end of the server (FLT6)', async () => {
    const ready = () => all.t.app.inject('/readyz');
    const { limit = 0 } = all.tasks.find(({ name }) => name === 'retention') ?? {};
    const { tasks, runs } = schedule((name) =>
      name === 'retention' ? new Promise(() => {}) : Promise.resolve(),
    );
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect((await ready()).statusCode).toBe(200);
    await vi.advanceTimersByTimeAsync(1);
    const report = await ready();
    const error = 'A background task is stuck: retention.';
    expect([report.statusCode, report.json().error]).toEqual([503, error]);
    const due = all.tasks.filter(({ name, every }) => name !== 'retention' && every < limit);
    expect(due.filter(({ name }) => (runs.get(name)?.length ?? 0) < 2)).toEqual([]);
    let hasStopped = false;
    void tasks.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(hasStopped).toBe(true);
  });
});

onBothWhenFull('the work of the tasks', (engine) => {
  // Two in the afternoon in Chicago, after the hour of the nightly run; later than all files.
  let now = Date.parse('2027-03-02T20:00:00Z');
  let all: Awaited<ReturnType<typeof allTasks>>;
  let t: TestApp;
  let smtp: SmtpDouble;
  let tables: string[];
  let undo = () => {};
  beforeAll(async () => {
    smtp = await startSmtp();
    all = await allTasks(engine, {
      now: () => new Date(now),
      config: { smtpUrl: smtp.url },
    });
    t = all.t;
    const found = await t.ctx.db.introspection.getTables();
    tables = found.map(({ name }) => name).filter((name) => !name.startsWith('message_words_'));
    undo = injectFaults(t.ctx);
  });
  afterAll(async () => {
    undo();
    await all.close();
    await smtp.die();
  });

  const longAgo = '2020-01-01T00:00:00.000Z';

  /** Something to do for each task that changes rows, files or mails. */
  const work: Record<string, () => Promise<unknown>> = {
    mail: () => {
      const mail = { to: `${randomUUID()}@example.com`, subject: 'Hi', text: 'Hello' };
      return t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
    },
    'send announcements': async () => {
      await createId(t, 'createAnnouncement', { send_on: '2199-01-01', send_minute: 0 });
      await t.ctx.db.updateTable('announcements').set({ send_at: longAgo }).execute();
    },
    'store audited events': async () => {
      const target = { kind: 'user', id: randomUUID(), label: '' };
      t.ctx.auditEvents.note({ action: 'session.refused', userId: null, ip: '', target });
    },
    'sweep files': async () => {
      const file = join(t.ctx.config.dataDir, 'tmp', randomUUID());
      writeFileSync(file, '%PDF-1.4');
      await t.ctx.storage.put(`settlements/${randomUUID()}.pdf`, file, 'application/pdf');
    },
    'sweep sessions': async () => {
      const { userId } = await t.person(`user-${randomUUID()}`, 'employee');
      const old = { created_at: longAgo, expires_at: '2020-01-01T08:00:00.000Z' };
      await t.ctx.db.updateTable('sessions').set(old).where('user_id', '=', userId).execute();
      const draft = { code_hash: randomUUID(), email: 'ana@example.com', form_values: '{}' };
      await t.ctx.db
        .insertInto('application_drafts')
        .values({ ...draft, job_id: null, email_key: '', person_key: '', ...old })
        .execute();
    },
    [settlementsTask]: () => createId(t, 'uploadSettlements'),
    'remind of expiring driver documents': () =>
      createId(t, 'uploadDriverDocument', { expires_on: '2027-03-10' }),
    'remind of overdue inquiries': async () => {
      const id = await makeInquiry(t, 'new');
      const due = t.ctx.db.updateTable('inquiries').set({ due_at: longAgo, flagged: 0 });
      await due.where('id', '=', id).execute();
    },
    'remind of expired quotes': async () => {
      const { quote: quote_id } = await makeSentQuote(t);
      await changeRows(t, 'quotes', { quote_id }, { valid_until: '2027-03-01' });
    },
    retention: async () => {
      const id = await createId(t, 'sendApplication', { email: `${randomUUID()}@example.com` });
      const old = t.ctx.db.updateTable('applications').set({ created_at: longAgo });
      await old.where('id', '=', id).execute();
      for (const [name, value] of announcedLongAgo(new Date(now))) {
        await t.ctx.db
          .insertInto('installation_state')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
      }
    },
    'merge public changes': async () => {
      for (const _ of [1, 2]) await createId(t, 'createJob');
    },
  };

  /** What is there: numbers of rows by table, of files and of mails. */
  async function counts(): Promise<Record<string, number>> {
    const count = (name: string, from: string) =>
      sql.raw<Body>(`select '${name}' as name, count(*) as n from ${from}`);
    const queries = [
      ...tables.map((name) => count(name, `"${name}"`)),
      count('unsent', 'outbox where sent_at is null'),
      count('unread', 'document_revisions where page_read_at is null'),
    ];
    const { rows } = await sql<Body>`${sql.join(queries, sql` union all `)}`.execute(t.ctx.db);
    return {
      ...Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)])),
      mails: smtp.received.length,
      files: (await Array.fromAsync(t.ctx.storage.list())).length,
    };
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
      const addWork = async () => work[task.name]?.();
      // What the preparations of the other tasks left.
      await task.run();
      await addWork();
      let calls: string[] = [];
      const change = await changeOf(async () => {
        ({ calls } = await withFault({ nth: 0, fault: 'broken' }, async () => task.run()));
      });
      if (Object.keys(change).length === 0) idle.push(task.name);
      const middle = Math.ceil(calls.length / 2);
      for (const nth of isFull ? calls.map((_, index) => index + 1) : [middle].filter(Boolean)) {
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
