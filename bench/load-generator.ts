/** Loads one process, or two in turns. Targets and load generators are separate processes. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Metric } from './metrics.ts';
import { cpuSeconds } from './process-stats.ts';
import type { LoadResult, LoadTask } from './workers/autocannon.ts';
import type { RawTask } from './workers/raw-server.ts';

/** Seconds for which each metric is measured. */
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
}

export interface Outcome extends LoadResult {
  requests: number;
  /** CPU seconds of the target; NaN where unknown. */
  cpu: number;
}

/** Loads a target; throws when any response has another status. */
export async function load(target: Target, seconds = duration): Promise<Outcome> {
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
  };
  const file = new URL('./workers/autocannon.ts', import.meta.url);
  const result = await runWorker<LoadResult>(file, task, () => {
    before = cpuSeconds(pid);
  });
  const cpu = cpuSeconds(pid) - before;
  const requests = result.statuses[expect] ?? 0;
  const allowed = [expect, target.accept].map(String);
  const isBroken = Object.keys(result.statuses).some((status) => !allowed.includes(status));
  if (requests === 0 || isBroken || result.errors > 0) {
    const statuses = JSON.stringify(result.statuses);
    throw new Error(`${new URL(url).pathname}: statuses ${statuses}, ${result.errors} errors`);
  }
  return { ...result, requests, cpu };
}

function total(outcomes: readonly Outcome[], value: (outcome: Outcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + value(outcome), 0);
}

function rate(outcomes: readonly Outcome[], per: 'seconds' | 'cpu'): number {
  return total(outcomes, ({ requests }) => requests) / total(outcomes, (outcome) => outcome[per]);
}

/** Compares throughput in turns, so that a slow moment of the machine affects both. */
export async function compare(name: string, min: number, ours: Target, baseline: Target) {
  // Unmeasured first: code that isn't optimized yet runs at half speed.
  await load(baseline, duration / 2);
  await load(ours, duration / 2);
  const [own, other]: [Outcome[], Outcome[]] = [[], []];
  for (let round = 0; round < 2; round += 1) {
    other.push(await load(baseline, duration / 2));
    own.push(await load(ours, duration / 2));
  }
  const cpuRatio = rate(own, 'cpu') / rate(other, 'cpu');
  const metric: Metric = {
    name,
    ours: rate(own, 'seconds'),
    baseline: rate(other, 'seconds'),
    unit: '/s',
    min,
    ...(Number.isFinite(cpuRatio) ? { cpuRatio } : {}),
  };
  return { metric, p99: Math.max(...own.map((outcome) => outcome.p99)) };
}

/** Starts a bare node:http server; its result is its URL. */
export function startRawServer(task: RawTask): Promise<Worker<string>> {
  return startWorker<string>(new URL('./workers/raw-server.ts', import.meta.url), task);
}

const copiedHeaders = ['content-type', 'content-encoding', 'content-length', 'etag'];

/** Compares a read with node:http that sends the same bytes; p99 is ours. */
export async function compareWithRaw(name: string, min: number, ours: Target) {
  // fetch would add Accept-Encoding and get a compressed response, unlike the load generator.
  const headers = { 'accept-encoding': 'identity', ...ours.headers };
  const response = await fetch(ours.url, { headers });
  if (response.status !== (ours.expect ?? 200)) throw new Error(`${name}: ${response.status}`);
  const raw = await startRawServer({
    kind: 'bytes',
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([key]) => copiedHeaders.includes(key)),
    ),
    body: Buffer.from(await response.arrayBuffer()),
  });
  try {
    return await compare(name, min, ours, { ...ours, pid: raw.pid, url: raw.result });
  } finally {
    await raw.stop();
  }
}
