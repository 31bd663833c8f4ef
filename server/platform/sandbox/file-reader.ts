import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { FairQueue } from '../runtime/fair-queue.ts';
import { root } from '../runtime/root.ts';
import type { ProcessAnswer } from './answer-requests.ts';
import type { ProcessLimits } from './reading-limits.ts';

/** Why a file wasn't read: it took too long, or the process failed, ended or took too much memory. */
export type ReadFault = 'slow' | 'failed';

/** Reads files in a process, one after the other. */
export interface FileReader<Request, Reply> {
  /** Throws 503 when too many files wait. */
  read: (request: Request) => Promise<Reply | ReadFault>;
  /** Ends the process; waiting reads fail. */
  close: () => Promise<void>;
}

/** Milliseconds without work before the process is ended to free its memory. */
const idleMs = 10_000;

/** Waiting files; each may take as long as its limit. */
const maxWaiting = 100;

/** The environment of processes that read hostile bytes: no secrets, and the cache of compiled code. */
export function readingEnv(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), MALLOC_ARENA_MAX: '2' };
}

/**
 * Creates a reader whose process runs `program`, a path in the repository that calls `answerRequests`. A process that
 * takes more than its limits is killed, and the next file gets a new one.
 */
export function openFileReader<Request extends object | string, Reply extends object>(
  program: string,
  { ms, memoryMb }: ProcessLimits,
): FileReader<Request, Reply> {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const queue = new FairQueue({ active: 1, waiting: maxWaiting }, 10);

  function start(): ChildProcess {
    const args = ['--max-semi-space-size=8', join(root, program), String(memoryMb)];
    const started = spawn(process.execPath, args, {
      // Libraries print parts of the file.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: readingEnv(),
    });
    started.unref();
    started.channel?.unref();
    started.on('error', () => {});
    const forget = () => {
      if (child === started) child = null;
    };
    started.on('disconnect', forget);
    started.on('exit', forget);
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  async function readNow(request: Request): Promise<Reply | ReadFault> {
    if (closed) return 'failed';
    clearTimeout(idle);
    child ??= start();
    const reading = child;
    const { promise, resolve } = Promise.withResolvers<ProcessAnswer<Reply> | ReadFault>();
    const gone = () => resolve('failed');
    const timer = setTimeout(() => resolve('slow'), ms);
    reading.once('message', (answer) => resolve(answer as ProcessAnswer<Reply>));
    reading.once('exit', gone);
    reading.send(request, (error) => error && gone());
    const answer = await promise;
    clearTimeout(timer);
    reading.removeAllListeners('message');
    reading.off('exit', gone);
    const isFault = typeof answer === 'string';
    if (isFault || answer.isSpent) end();
    // Not killed: it writes the cache of compiled code when it exits.
    idle = setTimeout(() => child?.disconnect(), idleMs);
    idle.unref();
    return isFault ? answer : (answer.reply ?? 'failed');
  }

  return {
    read: (request) => queue.run('', () => readNow(request)),
    close: async () => {
      closed = true;
      clearTimeout(idle);
      end();
    },
  };
}
