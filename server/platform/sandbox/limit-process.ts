/** In a child process that reads hostile bytes: what makes sure that it dies before the server does. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Ends this process by SIGTERM once it takes more memory than that or the server has ended. Where the machine has no memory left
 * first, Linux ends this process instead of the server.
 */
export async function limitProcess(memoryMb: number): Promise<void> {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux.
  }
  // A thread of its own: a decoder may not return for seconds.
  const watch = new Worker(new URL('./limit-process-worker.ts', import.meta.url), {
    workerData: { maxBytes: memoryMb * 1024 * 1024, server: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  await once(watch, 'online');
  watch.unref();
}
