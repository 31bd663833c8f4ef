import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../tests/harness/server.ts';
import { fillJobs, withCompany } from '../company.ts';
import { inTurns } from '../comparison.ts';
import type { Fill } from '../filling.ts';
import { load, startSmallApp } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import { memoryMb, peakMemoryMb } from '../process-stats.ts';
import { fillApplications } from '../records.ts';

/** Milliseconds until it is ready. */
export async function timeOf(
  start: () => Promise<{ stop: () => Promise<unknown> }>,
): Promise<number> {
  const from = performance.now();
  const { stop } = await start();
  const time = performance.now() - from;
  await stop();
  return time;
}

async function measureStart() {
  const from = performance.now();
  const { dataDir, stop } = await startServer();
  const firstStart = performance.now() - from;
  await stop();
  const file = join(dataDir, 'headrack.sqlite');
  const started = await inTurns(
    () => timeOf(() => startServer({ dataDir })),
    () => timeOf(() => startSmallApp(file)),
  );
  return [
    atMost('first start', firstStart, 5000, 'ms'),
    { name: 'start, beside the small app', ...started, unit: 'ms', max: 1.5 },
    atMost('ready', started.ours, 1000, 'ms'),
  ] as const;
}

/** In MB: at rest, during a load, and 5 s afterwards. */
function measureMemory() {
  const fill: Fill = async (database) => {
    await fillJobs(database);
    await fillApplications(database, 40_000);
  };
  return withCompany(fill, async ({ url, pid, admin }) => {
    await pause(7_000);
    const idle = memoryMb(pid);
    const loadAll = async () => {
      for (const path of ['/', '/careers', '/api/careers', '/api/applications?limit=100']) {
        await load({ url: url + path, pid, headers: admin });
      }
    };
    const peak = await peakMemoryMb(pid, loadAll());
    await pause(5_000);
    return { idle, peak, steady: memoryMb(pid) };
  });
}

/** Time to start, and the memory that stays. */
export async function measureStartAndMemory(): Promise<Metric[]> {
  const [first, , ready] = await measureStart();
  const { steady } = await measureMemory();
  return [first, ready, atMost('memory after a load', steady, 300, 'MB')];
}

/** Time to start, and memory. */
export const start: Scenario = {
  name: 'start',
  run: async () => {
    const [first, besideSmallApp] = await measureStart();
    const { idle, peak, steady } = await measureMemory();
    return [
      ...[first, besideSmallApp],
      atMost('memory, idle', idle, 100, 'MB'),
      atMost('memory, peak', peak, 250, 'MB'),
      atMost('memory, after the load', steady, 250, 'MB'),
    ];
  },
};
