import { expect, onTestFinished, test } from 'vitest';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { startApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { claimRun } from './retention.queries.ts';
import { retentionTask } from './retention.service.ts';

/** clock-check.test.ts has the others. */
const rightClock: Parameters<typeof retentionTask>[1] = {
  guard: (work) => async () => void (await work()),
};

onBothDatabases('the nightly run of the retention', (engine) => {
  /** Two nodes, and the number of runs that the audit log has and of applications after one at an instant. */
  async function open() {
    let clock = Date.parse('2026-07-01T17:00:00.000Z');
    const t = await startApp(engine, { now: () => new Date(clock) });
    onTestFinished(t.close);
    const { db } = t.ctx;
    const nodes = [retentionTask(t.ctx, rightClock), retentionTask(t.ctx, rightClock)] as const;
    const look = async (instant: string, ...at: (typeof nodes)[number][]) => {
      clock = Date.parse(instant);
      await Promise.all(at.map((node) => node.run()));
      const runs = await rowsOf(t, 'audit', { action: 'retention.run' });
      return { runs: runs.length, applications: (await rowsOf(t, 'applications')).length };
    };
    return { t, db, nodes, look };
  }

  test('happens once on all nodes, never on the first day', async () => {
    const { nodes, look } = await open();
    for (const [time, runs] of [
      ['07-01T17:00', 0],
      // 02:59 and 03:00 in Chicago.
      ['07-02T07:59', 0],
      ['07-02T08:00', 0],
      // A day after the announcement.
      ['07-02T17:00', 1],
      ['07-02T22:00', 1],
      ['07-03T08:00', 2],
      ['07-03T08:15', 2],
      ['07-05T12:00', 3],
    ] as const) {
      expect(await look(`2026-${time}:00.000Z`, ...nodes), time).toMatchObject({ runs });
    }
  });

  test('is continued by another node when one was stopped, and an hour after a kill', async () => {
    const { t, db, nodes, look } = await open();
    const [stopped, other] = nodes;
    await createId(t, 'sendApplication');
    await changeRows(t, 'applications', {}, { created_at: '2020-01-01T00:00:00.000Z' });
    await look('2026-07-01T12:00:00.000Z', other);
    const day = '2026-07-02';
    const [now, until] = [new Date(`${day}T12:00:00Z`), new Date(`${day}T13:00:00Z`)];
    expect(await claimRun(db, { day, now, until })).toBe(true);
    const left = async (time: string, node: typeof other) =>
      (await look(`${day}T${time}Z`, node)).applications;
    expect(await left('12:59:00', other)).toBe(1);
    stopped.close();
    expect(await left('13:00:00', stopped)).toBe(1);
    expect(await left('13:01:00', other)).toBe(0);
    const runs = await look(`${day}T14:30:00Z`, other);
    expect(runs).toEqual(await look(`${day}T23:00:00Z`, other));
  });
});
