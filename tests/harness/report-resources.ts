/**
 * Preloaded into a server: on SIGUSR2 it prints a line with what the process holds, after a garbage collection.
 * Needs --expose-gc.
 */
import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { queryObjects } from 'node:v8';

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
}

export const marker = 'resources: ';

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Not on Linux.
    return 0;
  }
}

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  // A turn later, what finalizers released is gone too.
  setImmediate(() => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const names = process.eventNames();
    const resources: Resources = {
      rss,
      heapUsed,
      fds: openFiles(),
      timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
      listeners: names.reduce((sum, name) => sum + process.listenerCount(name), 0),
      emitters: Number(queryObjects(EventEmitter, { format: 'count' })),
    };
    process.stdout.write(`${marker}${JSON.stringify(resources)}\n`);
  });
});
