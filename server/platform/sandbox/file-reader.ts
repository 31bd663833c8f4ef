import { fork } from 'node:child_process';
import { join } from 'node:path';
import { FairQueue } from '../runtime/fair-queue.ts';
import { root } from '../runtime/root.ts';
import type { ProcessLimits } from './reading-limits.ts';

/**
 * Why a file wasn't read: 'slow' when it took too long or the system had no memory or process for it, 'failed' when it
 * took too much memory or can't be read.
 */
export type ReadFault = 'slow' | 'failed';

/** Waiting files; each may take as long as its limit. */
const maxWaiting = 100;

/**
 * Reads a file in a process of its own, which runs `program`, a path in the repository that calls `answerRequests`. It is
 * killed when it takes more than its limits.
 */
export function readInProcess<Reply extends object>(
  program: string,
  { ms, memoryMb }: ProcessLimits,
  request: object,
): Promise<Reply | ReadFault> {
  // No secrets near hostile bytes. Compiled code is cached because each file starts a process.
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), MALLOC_ARENA_MAX: '2' };
  const child = fork(join(root, program), [String(memoryMb)], {
    execArgv: ['--max-semi-space-size=8'],
    // Libraries print parts of the file.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env,
  });
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    // It is ready. Its start depends on the machine, not on the file, so the time begins here.
    child.once('message', () => {
      timer = setTimeout(() => child.kill('SIGKILL'), ms);
      child.once('message', (reply) => {
        resolve((reply as Reply | null) ?? 'failed');
        child.disconnect();
      });
      child.send(request, () => {});
    });
    child.on('error', () => resolve('slow'));
    child.once('exit', (_, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL' ? 'slow' : 'failed');
    });
  });
}

/** Returns a function that reads files by `readInProcess`, one after the other. It throws 503 when too many wait. */
export function fileReader<Request extends object, Reply extends object>(
  program: string,
  limits: ProcessLimits,
): (request: Request) => Promise<Reply | ReadFault> {
  const queue = new FairQueue({ active: 1, waiting: maxWaiting }, 10);
  return (request) => queue.run('', () => readInProcess<Reply>(program, limits, request));
}
