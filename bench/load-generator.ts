/** Loads a process. Targets and load generators are separate processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { cpuSeconds } from './process-stats.ts';
import type { LoadResult, LoadTask } from './workers/autocannon.ts';
import type { RawTask } from './workers/raw-server.ts';
import type { SmallApp, SmallAppTask } from './workers/small-app.ts';

/** Seconds of a load. */
export const duration = Number(process.env.BENCH_SECONDS ?? 3);
const connections = 32;

interface Worker<R> {
  pid: number;
  result: R;
  stop: () => Promise<void>;
}

function nextMessage(child: ChildProcess, file: URL): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      child.removeAllListeners('exit');
      resolve(message);
    });
    child.once('exit', (code) => reject(new Error(`${file.pathname} exited with ${code}`)));
  });
}

/** Starts a worker with its task and waits for its result. It keeps running until stopped. */
export async function startWorker<R>(
  file: URL,
  task: unknown,
  onMeasuring?: () => void,
): Promise<Worker<R>> {
  const child = fork(file, {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(task as object);
  let result = await nextMessage(child, file);
  if (result === 'measuring') {
    onMeasuring?.();
    result = await nextMessage(child, file);
  }
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  return { pid: child.pid ?? 0, result: result as R, stop };
}

/** Runs a worker to its result and stops it. */
export async function runWorker<R>(file: URL, task: unknown, onMeasuring?: () => void): Promise<R> {
  const { result, stop } = await startWorker<R>(file, task, onMeasuring);
  await stop();
  return result;
}

/** A request that is sent again and again to a process. */
export interface Target {
  pid: number;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Buffer | string;
  connections?: number;
  /** The status that every response must have; 200 unless given. */
  expect?: number;
  /** Another status that responses may have; doesn't count as a request. */
  accept?: number;
  /** Requests a second; as many as possible unless given. */
  rate?: number;
  /** Appends a number to the URL, another one in each request. */
  unique?: boolean;
  /** The body that every response must have, byte for byte. */
  response?: Buffer;
}

export interface Outcome extends LoadResult {
  requests: number;
  /** CPU seconds of the target; NaN where unknown. */
  cpu: number;
}

/** Loads a target; throws when any response has another status or another body. */
export async function load(
  target: Target,
  seconds = duration,
  onMeasuring?: () => void,
): Promise<Outcome> {
  const { pid, url, expect = 200 } = target;
  let before = Number.NaN;
  const task: LoadTask = {
    url,
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    body: target.body === undefined ? undefined : Buffer.from(target.body as string),
    connections: target.connections ?? connections,
    seconds,
    warmUpSeconds: 0.3,
    rate: target.rate,
    unique: target.unique ?? false,
    response: target.response,
  };
  const file = new URL('./workers/autocannon.ts', import.meta.url);
  const result = await runWorker<LoadResult>(file, task, () => {
    before = cpuSeconds(pid);
    onMeasuring?.();
  });
  const cpu = cpuSeconds(pid) - before;
  const requests = result.statuses[expect] ?? 0;
  const allowed = [expect, target.accept].map(String);
  const isBroken = Object.keys(result.statuses).some((status) => !allowed.includes(status));
  if (requests === 0 || isBroken || result.errors > 0 || result.mismatches > 0) {
    const statuses = JSON.stringify(result.statuses);
    const faults = `${result.errors} errors, ${result.mismatches} other bodies`;
    throw new Error(`${new URL(url).pathname}: statuses ${statuses}, ${faults}`);
  }
  return { ...result, requests, cpu };
}

/** Starts a bare node:http server; its result is its URL. */
export function startRawServer(task: RawTask): Promise<Worker<string>> {
  return startWorker<string>(new URL('./workers/raw-server.ts', import.meta.url), task);
}

/** Starts the small app on the SQLite file of a company. */
export function startSmallApp(file: string): Promise<Worker<SmallApp>> {
  const task: SmallAppTask = { file };
  return startWorker<SmallApp>(new URL('./workers/small-app.ts', import.meta.url), task);
}
