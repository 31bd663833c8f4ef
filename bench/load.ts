/** Load on a running process, and two of them side by side. */
import { ask } from './child.ts';
import type { Figure } from './figures.ts';
import { processorSeconds } from './process-use.ts';
import type { Hits, Shots } from './processes/cannon.ts';

function setting(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (value > 0) return value;
  throw new Error(`${name} must be a number above 0.`);
}

/** How long each figure is measured. */
export const seconds = setting('BENCH_SECONDS', 3);
const connectionsAtOnce = setting('BENCH_CONNECTIONS', 32);

export interface Target {
  pid: number;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Buffer | string;
  connections?: number;
  /** The status that every answer must have; 200 unless told. */
  expect?: number;
  rate?: number;
}

export interface Outcome {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Processor seconds of the target; null where they are not known. */
  processor: number | null;
}

/** Puts load on a target; throws when an answer is not what it must be. */
export async function load(target: Target, duration = seconds): Promise<Outcome> {
  const { pid, url, expect = 200 } = target;
  let before: number | null = null;
  const shots: Shots = {
    url,
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    body: target.body === undefined ? undefined : Buffer.from(target.body as string),
    connections: target.connections ?? connectionsAtOnce,
    seconds: duration,
    warmUpSeconds: 0.3,
    rate: target.rate,
  };
  const hits = await ask<Hits>(new URL('./processes/cannon.ts', import.meta.url), shots, () => {
    before = processorSeconds(pid);
  });
  const after = processorSeconds(pid);
  const requests = hits.statuses[expect] ?? 0;
  const isBroken = Object.keys(hits.statuses).some((status) => status !== String(expect));
  if (requests === 0 || isBroken || hits.errors > 0) {
    const seen = JSON.stringify(hits.statuses);
    throw new Error(`${new URL(url).pathname}: answers ${seen}, ${hits.errors} errors`);
  }
  const { p50, p99 } = hits;
  const processor = before === null || after === null ? null : after - before;
  return { requests, seconds: hits.seconds, p50, p99, processor };
}

function sum(outcomes: readonly Outcome[], value: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + value(outcome), 0);
}

function rateOf(outcomes: readonly Outcome[]): number {
  return sum(outcomes, ({ requests }) => requests) / sum(outcomes, (outcome) => outcome.seconds);
}

function rateByProcessor(outcomes: readonly Outcome[]): number | null {
  const processor = sum(outcomes, (outcome) => outcome.processor ?? 0);
  return processor > 0 ? sum(outcomes, ({ requests }) => requests) / processor : null;
}

/** Requests a second of ours and of its limit, in turns, so that a slow moment of the machine meets both. */
export async function compare(
  what: string,
  least: number | undefined,
  ours: Target,
  limit: Target,
): Promise<Figure> {
  // Each once unmeasured: what the optimizer has not seen yet runs at half its speed.
  await load(limit, seconds / 2);
  await load(ours, seconds / 2);
  const [byOurs, byLimit]: [Outcome[], Outcome[]] = [[], []];
  for (let round = 0; round < 2; round += 1) {
    byLimit.push(await load(limit, seconds / 2));
    byOurs.push(await load(ours, seconds / 2));
  }
  const [mine, most] = [rateByProcessor(byOurs), rateByProcessor(byLimit)];
  const p99 = Math.max(...byOurs.map((outcome) => outcome.p99));
  console.log(`  ${what}: ${Math.round(rateOf(byOurs))}/s, p99 ${p99} ms`);
  return {
    what,
    ours: rateOf(byOurs),
    limit: rateOf(byLimit),
    unit: '/s',
    ...(least === undefined ? {} : { least }),
    ...(mine && most ? { byProcessor: mine / most } : {}),
  };
}
