import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../tests/harness/server.ts';
import { fillApplications, fillJobs, withCompany } from '../company.ts';
import { load, startWorker } from '../load-generator.ts';
import { atMost, type Metric, percentile, type Scenario } from '../metrics.ts';

import { memoryMb, peakMemoryMb } from '../process-stats.ts';

const rounds = 5;

async function medianMs(start: () => Promise<{ stop: () => Promise<unknown> }>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const from = performance.now();
    const { stop } = await start();
    times.push(performance.now() - from);
    await stop();
  }
  return percentile(times, 0.5);
}

async function measureStart() {
  const from = performance.now();
  const { dataDir, stop } = await startServer();
  const firstStart = performance.now() - from;
  await stop();
  const ours = await medianMs(() => startServer({ dataDir }));
  const smallApp = new URL('../workers/small-app.ts', import.meta.url);
  const task = { file: join(dataDir, 'headrack.sqlite') };
  const baseline = await medianMs(() => startWorker(smallApp, task));
  return [
    atMost('first start', firstStart, 5000, 'ms'),
    { name: 'start, beside a small app', ours, baseline, unit: 'ms', max: 1.5 },
    atMost('ready', ours, 1000, 'ms'),
  ] as const;
}

/** In MB: before any load, during it, and 5 s afterwards. */
function measureMemory() {
  const fill = (file: string) => {
    fillJobs(file);
    fillApplications(file, 40_000);
  };
  return withCompany(fill, async ({ url, pid, admin }) => {
    await pause(1000);
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
    const { idle, peak } = await measureMemory();
    return [
      ...[first, besideSmallApp],
      ...[atMost('memory, idle', idle, 90, 'MB'), atMost('memory, peak', peak, 250, 'MB')],
    ];
  },
};
