/** Watches its process: neither V8's limit of the heap nor the system's counts buffers and the memory of decoders. */
import { workerData } from 'node:worker_threads';

const { maxBytes, server } = workerData as { maxBytes: number; server: number };

/** A decoder fills up to 100 MB in that time. */
const everyMs = 10;

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== server) process.kill(process.pid);
}, everyMs);
