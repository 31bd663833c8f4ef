import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deletions, clock as messages } from '#contract/messages/retention.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import type { SystemStatus } from '#contract/status.ts';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { startApp } from '#tests/harness/app.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { doctor } from '../../admin/doctor.ts';
import { openBackgroundTasks } from '../../background-tasks.ts';
import { systemActor } from '../../platform/writes/writes.ts';
import type { Retention } from '../../settings/config.ts';
import { selectClock } from './clock-check.queries.ts';
import { ClockCheck, confirmClock } from './clock-check.service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Five in the morning in Chicago, after the hour of the nightly run. */
const start = Date.parse('2027-07-01T10:00:00.000Z');
const sweeps = ['sweep files', 'sweep sessions', 'retention'];

describe('the clock check', () => {
  async function open(limits: Partial<Retention> = {}) {
    let [clock, elapsed] = [start, 0];
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line).msg) });
    const t = await startApp('sqlite', { log, now: () => new Date(clock) });
    const stop: (() => void)[] = [];
    onTestFinished(async () => {
      for (const end of stop) end();
      await t.close();
    });
    const { db } = t.ctx;
    const config = { ...t.ctx.config, retention: { ...t.ctx.config.retention, ...limits } };
    const ctx = { ...t.ctx, config };
    /** Another process, with other limits. */
    function restart(changed: Partial<Retention> = {}) {
      const retention = { ...config.retention, ...changed };
      const own = { ...ctx, config: { ...config, retention } };
      const background = openBackgroundTasks(own, new ClockCheck(own, () => elapsed));
      stop.push(background.stop);
      tasks = background.tasks.filter(({ name }) => sweeps.includes(name));
    }
    let tasks: ReturnType<typeof openBackgroundTasks>['tasks'] = [];
    restart();
    const counted = async () => {
      const tables = ['applications', 'audit', 'sessions', 'idempotency_keys'] as const;
      const counts: Record<string, number> = {
        files: (await Array.fromAsync(t.ctx.storage.list())).length,
        sent: (await rowsOf(t, 'outbox')).filter(({ sent_at }) => sent_at !== null).length,
      };
      for (const table of tables) counts[table] = (await rowsOf(t, table)).length;
      return counts;
    };
    const status = async () => {
      const { parts }: SystemStatus = (await send(t, 'GET', '/api/status', t.admin)).json();
      const part = (name: string) => parts.find((one) => one.name === name);
      return { problems: part('clock')?.problems, note: part('deletions')?.note };
    };
    return {
      ...{ t, ctx, db, lines, restart, counted, status },
      /** Time goes by. */
      wait: (ms: number) => {
        clock += ms;
        elapsed += ms;
      },
      /** Only the clock goes by. */
      jump: (ms: number) => {
        clock += ms;
      },
      sweep: async () => {
        for (const task of tasks) await task.run();
      },
      subjects: async () => {
        const subjects = (await rowsOf(t, 'outbox', {}, 'id')).map(({ subject }) => subject);
        return subjects.filter((subject) => /Old records|clock/.test(subject));
      },
      /** An application from an instant. */
      apply: async (at: number) => {
        const id = await createId(t, 'sendApplication', { email: `${randomUUID()}@example.com` });
        await changeRows(t, 'applications', { id }, { created_at: new Date(at).toISOString() });
        return id;
      },
      applicants: async () => (await rowsOf(t, 'applications', {}, 'id')).map(({ id }) => id),
      store: async () => {
        const file = `${t.ctx.config.dataDir}/tmp/${randomUUID()}`;
        await writeFile(file, randomBytes(10));
        await t.ctx.storage.put(`reports/${randomUUID()}.pdf`, file, 'application/pdf');
      },
    };
  }

  test('a clock that is three years ahead for 90 seconds deletes nothing, also after a restart, until an admin confirms it (FLT17)', async () => {
    const s = await open();
    await s.sweep();
    await s.apply(start);
    await s.store();
    await createId(s.t, 'createJob');
    await changeRows(s.t, 'outbox', {}, { sent_at: new Date(start).toISOString() });
    const before = await s.counted();
    expect(before).toMatchObject({ applications: 1, files: 1 });

    s.jump(3 * 365 * day);
    for (let seconds = 0; seconds < 90; seconds += 15) {
      await s.sweep();
      s.wait(15_000);
    }
    expect(await s.counted()).toEqual(before);
    s.restart();
    await s.sweep();
    expect(await s.counted()).toEqual(before);
    const times = ['2027-07-01T10:00Z', '2030-06-30T10:00Z'] as const;
    const problem = messages.jump(longDayAndTime(times[0]), longDayAndTime(times[1]));
    expect(s.lines).toEqual([problem]);
    expect(await s.subjects()).toEqual([messages.subject]);
    const report = await doctor(s.t.ctx.config, new Date(start));
    expect(report.problems).toContain(`Clock: ${problem} ${messages.confirmByCommand}`);

    // Back again: an admin has to look.
    s.jump(-3 * 365 * day);
    await s.sweep();
    expect(await s.counted()).toEqual(before);
    expect((await s.status()).problems).toEqual([`${problem} ${messages.confirmHere}`]);
    const confirm = () => send(s.t, 'POST', '/api/status/clock', s.t.admin);
    expect((await confirm()).json()).toEqual({ message: messages.confirmed });
    expect((await s.status()).problems).toEqual([]);
    const entries = await rowsOf(s.t, 'audit', { action: 'clock.confirm' });
    expect(entries).toMatchObject([{ user_id: s.t.admin.userId }]);
    await s.sweep();
    expect(await s.counted()).toMatchObject({ applications: 1, files: 0 });
    expect((await confirm()).json()).toEqual({ message: messages.isFine });
  });

  test('records are deleted a day after they were announced, and no others (SEC22)', async () => {
    const s = await open();
    // The start of July 2 two years before, in Chicago.
    const limit = Date.parse('2025-07-02T05:00:00.000Z');
    await s.apply(limit - 1);
    const younger = await s.apply(limit);
    await s.sweep();
    const announced = deletions.announced('2027-07-02', 'applications (1)');
    expect([(await s.status()).note, await s.subjects()]).toEqual([
      announced,
      [deletions.subject('2027-07-02')],
    ]);
    s.wait(23 * hour);
    await s.sweep();
    s.restart();
    await s.sweep();
    expect(await s.applicants()).toHaveLength(2);
    s.wait(hour);
    await s.sweep();
    expect(await s.applicants()).toEqual([younger]);
    // Announced on the second day, when the first was deleted.
    expect(await s.subjects()).toEqual(
      ['2027-07-02', '2027-07-03'].map((date) => deletions.subject(date)),
    );
    s.wait(day);
    s.restart({ applications: null });
    await s.sweep();
    s.wait(day);
    s.restart();
    await s.sweep();
    // Withdrawn by the setting that held when it was due, and announced again.
    expect(await s.applicants()).toEqual([younger]);
    s.wait(day);
    await s.sweep();
    expect(await s.applicants()).toEqual([]);
  });

  test('a jump of over an hour is refused, and a restart after more than a week or before the last run (FLT17)', async () => {
    const s = await open();
    const cases: [string, { away?: number; jumped?: number }, boolean][] = [
      ['a restart after six days', { away: 6 * day }, true],
      ['a restart after eight days', { away: 8 * day }, false],
      ['a restart two hours before the last run', { away: -2 * hour }, false],
      ['half an hour too much', { jumped: hour / 2 }, true],
      ['two hours too much', { jumped: 2 * hour }, false],
      ['two hours too little', { jumped: -2 * hour }, false],
    ];
    for (const [name, { away = 0, jumped = 0 }, isFine] of cases) {
      await confirmClock(s.ctx, systemActor);
      await s.sweep();
      s.wait(10 * minute + away);
      s.jump(jumped);
      if (away !== 0) s.restart();
      await s.sweep();
      const { doubt } = await selectClock(s.db);
      expect([name, doubt === null]).toEqual([name, isFine]);
    }
  });
});
