/** Loads a URL from a separate process, after a warm-up. */
import autocannon from 'autocannon';
import { percentile } from '../metrics.ts';
import { onTask } from './on-task.ts';

export interface LoadTask {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Buffer | undefined;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  /** Requests a second over all connections; unlimited without. */
  rate: number | undefined;
  /** Appends a number to the URL, another one in each request. */
  unique: boolean;
  /** The body that every response must have; any without. */
  response: Buffer | undefined;
}

export interface LoadResult {
  /** Number of responses by status. */
  statuses: Record<string, number>;
  errors: number;
  /** Responses with another body. */
  mismatches: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p97: number;
  p99: number;
}

/** Collects bodies byte for byte: as UTF-8, a character that two packets share would be garbled. */
function collectBytes(client: autocannon.Client): void {
  // Missing in the package's types.
  const { pipelinedRequests: pending } = client as unknown as {
    pipelinedRequests: { peek: () => { body: string }; addBody: (chunk: Buffer) => void };
  };
  pending.addBody = (chunk) => {
    pending.peek().body += chunk.toString('latin1');
  };
}

onTask<LoadTask>(async (task, startMeasuring) => {
  const { url, method, headers, body, connections, rate, unique } = task;
  const expected = task.response && Buffer.from(task.response).toString('latin1');
  const { pathname, search } = new URL(url);
  let n = 0;
  const setupRequest = (request: object) => {
    n += 1;
    return { ...request, path: `${pathname}${search}${n}` };
  };
  const times: number[] = [];
  const setupClient = (client: autocannon.Client) => {
    collectBytes(client);
    client.on('response', (_status, _bytes, ms) => times.push(ms));
  };
  const run = (duration: number) =>
    autocannon({
      url,
      method,
      headers,
      connections,
      duration,
      timeout: 20,
      sampleInt: 100,
      setupClient,
      ...(body ? { body } : {}),
      ...(rate ? { overallRate: rate } : {}),
      ...(unique ? { requests: [{ setupRequest }] } : {}),
      ...(expected === undefined ? {} : { verifyBody: (text: string) => text === expected }),
    } as autocannon.Options);
  await run(task.warmUpSeconds);
  times.length = 0;
  startMeasuring();
  const result = await run(task.seconds);
  // Missing in the package's types.
  const { statusCodeStats } = result as unknown as {
    statusCodeStats: Record<string, { count: number }>;
  };
  // Whole milliseconds, which at a fixed rate also count how long requests waited to be sent.
  const { p50, p97_5: p97, p99 } = result.latency;
  const at = (share: number) => percentile(times, share);
  const latency = rate ? { p50, p97, p99 } : { p50: at(0.5), p97: at(0.975), p99: at(0.99) };
  return {
    statuses: Object.fromEntries(
      Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]),
    ),
    errors: result.errors,
    mismatches: result.mismatches,
    seconds: result.duration,
    ...latency,
  } satisfies LoadResult;
});
