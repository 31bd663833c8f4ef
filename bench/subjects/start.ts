import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../tests/harness/server.ts';
import { fillApplications, fillJobs, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { load } from '../load.ts';
import { memoryMb } from '../process-use.ts';
import { startRaw } from '../raw.ts';

const tries = 5;

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n += 1) times.push(await measure());
  return times.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}

async function startTimes(): Promise<Figure[]> {
  const first = performance.now();
  const server = await startServer();
  const firstStart = performance.now() - first;
  await server.stop();
  const again = await median(async () => {
    const from = performance.now();
    const { stop } = await startServer({ dataDir: server.dataDir });
    const took = performance.now() - from;
    await stop();
    return took;
  });
  const bare = await median(async () => {
    const from = performance.now();
    const body = Buffer.from('{}');
    const raw = await startRaw({ kind: 'bytes', status: 200, headers: {}, body });
    const took = performance.now() - from;
    await raw.stop();
    return took;
  });
  return [
    { what: 'first start until ready', ours: firstStart, limit: 5000, unit: 'ms', most: 1 },
    { what: 'start until ready', ours: again, limit: 1000, unit: 'ms', most: 1 },
    { what: 'start, against bare node:http', ours: again, limit: bare, unit: 'ms' },
  ];
}

async function memory(): Promise<Figure[]> {
  const fill = (file: string) => {
    fillJobs(file);
    fillApplications(file, 40_000);
  };
  return withCompany(fill, async ({ url, pid, admin }) => {
    await pause(1000);
    const idle = memoryMb(pid);
    for (const path of ['/', '/careers', '/api/careers', '/api/applications?limit=100']) {
      await load({ url: `${url}${path}`, pid, headers: admin });
    }
    await pause(1000);
    return [
      { what: 'memory, idle', ours: idle, limit: 130, unit: 'MB', most: 1 },
      { what: 'memory, after load', ours: memoryMb(pid), limit: 250, unit: 'MB', most: 1 },
    ];
  });
}

/** How soon it is there and how much it holds. */
export const start: Subject = {
  name: 'start',
  run: async () => [...(await startTimes()), ...(await memory())],
};
