/** In a process that reads hostile bytes: what makes sure that it dies before the server does. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Ends this process by SIGTERM once it takes more memory than that or the server has ended. Where the machine has no memory left
 * first, Linux ends this process instead of the server.
 */
async function limitProcess(memoryMb: number): Promise<void> {
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

/** Runs a process of `readInProcess`: it answers the request by `read`, and by null when the file can't be read. */
export async function answerRequests<Request, Reply>(
  read: (request: Request) => Promise<Reply>,
): Promise<void> {
  await limitProcess(Number(process.argv[2]));
  process.on('disconnect', () => process.exit());
  process.once('message', async (request: Request) => {
    process.send?.(await read(request).catch(() => null));
  });
  process.send?.('ready');
}
