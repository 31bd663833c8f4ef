/** What a server process holds, as tests/harness/report-resources.ts prints it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from './server.ts';

export interface Resources {
  rss: number;
  heapUsed: number;
  /** Open files and connections. */
  fds: number;
  /** Active timers. */
  timers: number;
  /** Listeners of the process itself. */
  listeners: number;
  /** Event emitters in the heap: sockets, streams, requests. */
  emitters: number;
  /** p99 of the event loop's delay, in milliseconds. */
  loopDelay: number;
}

/** Starts the line that the server prints. */
export const marker = 'resources: ';

/** Asks a server that has preloaded report-resources.ts. */
export async function readResources(server: RunningServer): Promise<Resources> {
  const countOf = () => server.output().split(marker).length;
  const before = countOf();
  process.kill(server.pid, 'SIGUSR2');
  while (countOf() === before || !server.output().endsWith('\n')) await pause(20);
  const line = server.output().split(marker).at(-1)?.split('\n')[0] ?? '';
  return JSON.parse(line) as Resources;
}
