/** Compares two processes: medians of three runs in turns, whose responses are verified. */
import {
  duration,
  load,
  type Outcome,
  startRawServer,
  type Target as Unverified,
} from './load-generator.ts';
import { type Metric, medians } from './metrics.ts';

const runs = 3;

export interface Target extends Unverified {
  /** Throws when a response isn't the right one; called before and after the load. */
  verify?: (body: Buffer) => void | Promise<void>;
  /** Each response has another body, such as a new id. Otherwise all of them must be equal. */
  varies?: boolean;
}

/** Measures both in turns, so that a slow moment of the machine affects both. */
export async function inTurns(ours: () => Promise<number>, baseline: () => Promise<number>) {
  const [own, other]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    other.push(await baseline());
    own.push(await ours());
  }
  return medians(own, other);
}

async function request({ url, method = 'GET', headers, body, expect = 200 }: Target) {
  const response = await fetch(url, {
    method,
    // fetch would add Accept-Encoding and get a compressed response, unlike the load generator.
    headers: { 'accept-encoding': 'identity', ...headers },
    body: typeof body === 'string' ? body : body && new Uint8Array(body),
  });
  if (response.status !== expect) throw new Error(`${url}: status ${response.status}`);
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Sends the request once and checks the response, which every later one must equal. */
export async function verified(target: Target): Promise<Target> {
  const { body } = await request(target);
  if (target.response && !body.equals(target.response)) {
    const lengths = `${body.length} bytes instead of ${target.response.length}`;
    throw new Error(`${target.url}: not the expected body, ${lengths}`);
  }
  await target.verify?.(body);
  return target.varies ? target : { ...target, response: body };
}

const perSecond = ({ requests, seconds }: Outcome) => requests / seconds;
const perCpu = ({ requests, cpu }: Outcome) => requests / cpu;

/** Compares throughput; the latencies are ours, in milliseconds, one of each run. */
export async function compare(
  name: string,
  min: number | undefined,
  ours: Target,
  baseline: Target,
) {
  const [own, other] = [await verified(ours), await verified(baseline)];
  // Unmeasured first: code that isn't optimized yet runs at half speed.
  await load(other, duration / 2);
  await load(own, duration / 2);
  const [owns, others]: [Outcome[], Outcome[]] = [[], []];
  const runOf = (target: Target, outcomes: Outcome[]) => async () => {
    const outcome = await load(target, duration / 2);
    outcomes.push(outcome);
    return perSecond(outcome);
  };
  const measured = await inTurns(runOf(own, owns), runOf(other, others));
  await verified(own);
  await verified(other);
  const byCpu = medians(owns.map(perCpu), others.map(perCpu));
  const cpuRatio = byCpu.ours / byCpu.baseline;
  const metric: Metric = {
    name,
    ...measured,
    unit: '/s',
    ...(min === undefined ? {} : { min }),
    ...(Number.isFinite(cpuRatio) ? { cpuRatio } : {}),
  };
  return { metric, p50: owns.map(({ p50 }) => p50), p99: owns.map(({ p99 }) => p99) };
}

const copiedHeaders = ['content-type', 'content-encoding', 'content-length', 'etag'];

/** Compares a read with node:http that sends the same bytes. */
export async function compareWithRaw(name: string, min: number, ours: Target) {
  const { headers, body } = await request(ours);
  const raw = await startRawServer({
    kind: 'bytes',
    status: ours.expect ?? 200,
    headers: Object.fromEntries([...headers].filter(([key]) => copiedHeaders.includes(key))),
    body,
  });
  const target = { ...ours, response: body };
  try {
    return await compare(name, min, target, { ...target, pid: raw.pid, url: raw.result });
  } finally {
    await raw.stop();
  }
}
