/** CPU and memory of another process, from Linux's /proc; NaN elsewhere. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const ticksPerSecond = 100;

/** CPU seconds used so far, all threads. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** Resident set in MB. */
export function memoryMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Peak resident set in MB while `work` runs, sampled every 50 ms. */
export async function peakMemoryMb(pid: number, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let peak = 0;
  while (!isDone) {
    // NaN once it has ended.
    peak = Math.max(peak, memoryMb(pid) || 0);
    await Promise.race([done, pause(50)]);
  }
  await done;
  return peak || Number.NaN;
}
