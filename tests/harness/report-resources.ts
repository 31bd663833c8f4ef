/**
 * Preloaded into a server: on SIGUSR2 it prints a line with what the process holds, after a garbage collection
 * (which needs --expose-gc), and how long its event loop was held up since the line before.
 */
import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { queryObjects } from 'node:v8';
import { marker, type Resources } from './resources.ts';

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Not on Linux.
    return 0;
  }
}

const resolution = 5;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();

process.on('SIGUSR2', () => {
  const loopDelay = Math.max(0, delays.percentile(99) / 1e6 - resolution);
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
      loopDelay,
    };
    // The collections above held it up.
    delays.reset();
    process.stdout.write(`${marker}${JSON.stringify(resources)}\n`);
  });
});
