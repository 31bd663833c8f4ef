import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../root.ts';

/** Why a file wasn't read: it took too long, or the worker failed or ended. */
export type ReadFault = 'slow' | 'failed';

/** Reads files in a worker, one after the other. */
export interface FileReader<Request, Reply> {
  read: (request: Request) => Promise<Reply | ReadFault>;
  /** Ends the worker; waiting reads fail. */
  close: () => Promise<void>;
}

/** Milliseconds without work before the worker is ended to free its memory. */
const idleMs = 10_000;

/**
 * Creates a reader whose worker runs `program`, a path in the repository; it answers each message with one message. A
 * read may take `limitMs`: a worker that takes longer is replaced.
 */
export function openFileReader<Request, Reply extends object>(
  program: string,
  limitMs: number,
): FileReader<Request, Reply> {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(join(root, program), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
      // Libraries print parts of the file.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    started.unref();
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function readNow(request: Request): Promise<Reply | ReadFault> {
    if (closed) return 'failed';
    clearTimeout(idle);
    worker ??= start();
    const reading = worker;
    const { promise, resolve } = Promise.withResolvers<Reply | ReadFault>();
    const answered = (reply: Reply | null) => resolve(reply ?? 'failed');
    // Out of memory, or ended.
    const gone = () => resolve('failed');
    const timer = setTimeout(() => resolve('slow'), limitMs);
    reading.once('message', answered);
    reading.once('exit', gone);
    reading.postMessage(request);
    const reply = await promise;
    clearTimeout(timer);
    reading.off('message', answered);
    reading.off('exit', gone);
    if (reply === 'slow') await end();
    idle = setTimeout(() => void end(), idleMs);
    idle.unref();
    return reply;
  }

  return {
    read: (request) => {
      const reading = last.then(() => readNow(request));
      last = reading;
      return reading;
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await end();
    },
  };
}
