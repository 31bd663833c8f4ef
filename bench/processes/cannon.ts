/** Puts load on an address from a process of its own: warms up first, says when it measures, then tells what it saw. */
import autocannon from 'autocannon';
import { onTask } from './task.ts';

export interface Shots {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Buffer | undefined;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  /** Calls a second in all; without it as many as go. */
  rate: number | undefined;
}

export interface Hits {
  /** How many answers had which status. */
  statuses: Record<string, number>;
  errors: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

onTask<Shots>(async (shots, tell) => {
  const { url, method, headers, body, connections, rate } = shots;
  const fire = (duration: number) =>
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
    } as autocannon.Options);
  if (shots.warmUpSeconds > 0) await fire(shots.warmUpSeconds);
  tell('measuring');
  const result = await fire(shots.seconds);
  const counted = (result as unknown as { statusCodeStats: Record<string, { count: number }> })
    .statusCodeStats;
  return {
    statuses: Object.fromEntries(
      Object.entries(counted).map(([status, { count }]) => [status, count]),
    ),
    errors: result.errors,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  } satisfies Hits;
});
