/** What another process uses, as Linux tells it; elsewhere nothing is known. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const ticksPerSecond = 100;

/** Processor seconds that it has used so far, all its threads together. */
export function processorSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return null;
  }
}

/** Its memory in MB (resident set). */
export function memoryMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** The most memory in MB that it had while `work` ran. */
export async function peakMemoryMb(pid: number, work: Promise<unknown>): Promise<number> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  let peak = 0;
  while (!over) {
    peak = Math.max(peak, memoryMb(pid));
    await Promise.race([done, pause(50)]);
  }
  await done;
  return peak;
}
