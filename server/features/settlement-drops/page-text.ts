import { Worker } from 'node:worker_threads';

/** What the first page of a PDF says. */
export interface PageText {
  /** Null when nothing of it can be read. */
  text: string | null;
  /** Of all pages, when there are few. */
  allText?: string | undefined;
  fault: 'unreadable' | 'slow' | null;
}

/** Reads first pages beside the event loop, one after the other. */
export interface PageReader {
  read: (path: string) => Promise<PageText>;
  /** Ends the worker; what is waiting is answered as unreadable. */
  close: () => Promise<void>;
}

const unreadable: PageText = { text: null, fault: 'unreadable' };
const slow: PageText = { text: null, fault: 'slow' };

/** Milliseconds that a page may take. */
const limitMs = 5_000;
/** Milliseconds without work after which the worker's memory is given back. */
const idleMs = 60_000;

/** Makes a reader; the worker of a page that takes too long is ended, and the next one gets another. */
export function openPageReader(): PageReader {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(new URL('./page-text-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
      // What the library prints is about somebody's document.
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

  async function readNow(path: string): Promise<PageText> {
    if (closed) return unreadable;
    clearTimeout(idle);
    worker ??= start();
    const reading = worker;
    const { promise, resolve } = Promise.withResolvers<PageText>();
    const answered = ({ text, allText }: Pick<PageText, 'text' | 'allText'>) =>
      resolve(text?.trim() ? { text, allText, fault: null } : unreadable);
    // Out of memory, or ended.
    const gone = () => resolve(unreadable);
    const timer = setTimeout(() => resolve(slow), limitMs);
    reading.once('message', answered);
    reading.once('exit', gone);
    reading.postMessage(path);
    const page = await promise;
    clearTimeout(timer);
    reading.off('message', answered);
    reading.off('exit', gone);
    if (page.fault === 'slow') await end();
    idle = setTimeout(() => void end(), idleMs);
    idle.unref();
    return page;
  }

  return {
    read: (path) => {
      const reading = last.then(() => readNow(path));
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
