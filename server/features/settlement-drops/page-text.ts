import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../../platform/root.ts';

/** The text of a PDF. */
export interface PageText {
  /** Of the first page; null when it can't be read. */
  text: string | null;
  /** Of all pages, if there are few. */
  allText?: string | undefined;
  fault: 'unreadable' | 'slow' | null;
}

/** Reads PDFs in a worker, one after the other. */
export interface PageReader {
  read: (path: string) => Promise<PageText>;
  /** Ends the worker; waiting PDFs are unreadable. */
  close: () => Promise<void>;
}

const unreadable: PageText = { text: null, fault: 'unreadable' };
const slow: PageText = { text: null, fault: 'slow' };

const program = join(root, 'server/features/settlement-drops/page-text-worker.ts');

/** Milliseconds that a page may take. */
const limitMs = 5_000;
/** Milliseconds without work before the worker is ended to free its memory. */
const idleMs = 10_000;

/** Creates a reader; a worker that takes too long is replaced. */
export function openPageReader(): PageReader {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
      // The library prints parts of the document.
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
