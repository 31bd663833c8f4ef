/** Loads a URL from a separate process, after a warm-up. */
import autocannon from 'autocannon';
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
}

export interface LoadResult {
  /** Number of responses by status. */
  statuses: Record<string, number>;
  errors: number;
  seconds: number;
  /** Milliseconds. */
  p97: number;
  p99: number;
}

onTask<LoadTask>(async (task, startMeasuring) => {
  const { url, method, headers, body, connections, rate, unique } = task;
  const { pathname, search } = new URL(url);
  let n = 0;
  const setupRequest = (request: object) => {
    n += 1;
    return { ...request, path: `${pathname}${search}${n}` };
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
      ...(body ? { body } : {}),
      ...(rate ? { overallRate: rate } : {}),
      ...(unique ? { requests: [{ setupRequest }] } : {}),
    } as autocannon.Options);
  await run(task.warmUpSeconds);
  startMeasuring();
  const result = await run(task.seconds);
  // Missing in the package's types.
  const { statusCodeStats } = result as unknown as {
    statusCodeStats: Record<string, { count: number }>;
  };
  return {
    statuses: Object.fromEntries(
      Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]),
    ),
    errors: result.errors,
    seconds: result.duration,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
  } satisfies LoadResult;
});
