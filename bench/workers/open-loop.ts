/** Sends requests at a fixed rate, whether or not the ones before were answered, as people do. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { onTask } from './on-task.ts';

export interface OpenLoopTask {
  url: string;
  headers: Record<string, string>;
  /** Requests a second. */
  rate: number;
  seconds: number;
  /** Not measured: the server needs a while to notice. */
  warmUpSeconds: number;
}

export interface OpenLoopResult {
  /** Milliseconds from when each request was due to its end, by status; failed requests have 0. */
  times: Record<number, number[]>;
}

onTask<OpenLoopTask>(async ({ url, headers, rate, seconds, warmUpSeconds }) => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 2_000 });
  const times: OpenLoopResult['times'] = {};
  let pending = 0;
  const begin = performance.now() + warmUpSeconds * 1000;

  function send(due: number): void {
    pending += 1;
    const end = (status: number) => {
      pending -= 1;
      times[status] ??= [];
      if (due >= begin) times[status].push(performance.now() - due);
    };
    get(url, { agent, headers }, (response) => {
      response.resume().once('end', () => end(response.statusCode ?? 0));
    }).once('error', () => end(0));
  }

  const count = rate * (warmUpSeconds + seconds);
  const start = performance.now();
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, ((performance.now() - start) / 1000) * rate);
    for (; sent < due; sent += 1) send(start + (sent / rate) * 1000);
    await pause(1);
  }
  while (pending > 0) await pause(10);
  return { times } satisfies OpenLoopResult;
});
