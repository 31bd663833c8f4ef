/** Sends requests at a fixed rate, however long the responses take, over connections that stay open. */
import { connect, type Socket } from 'node:net';
import { percentile } from '../metrics.ts';
import type { LoadResult } from './autocannon.ts';
import { onTask } from './on-task.ts';

export interface OpenLoopTask {
  url: string;
  headers: Record<string, string>;
  connections: number;
  /** Requests a second. */
  rate: number;
  warmUpSeconds: number;
  seconds: number;
  /** The status whose latencies count. */
  timed: number;
}

/** Reads the head of a response: its status and length in bytes; null until it is whole. */
function readHead(bytes: Buffer): { status: number; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const body = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  return { status: Number(head.slice(9, 12)), length: end + 4 + body };
}

/** A connection with at most one request under way. */
class Connection {
  readonly socket: Socket;
  readonly #request: string;
  readonly #onResponse: (status: number, ms: number) => void;
  #sentAt = 0;
  #received = 0;
  #head: ReturnType<typeof readHead> = null;
  #start: Buffer = Buffer.alloc(0);

  constructor(url: URL, request: string, onResponse: (status: number, ms: number) => void) {
    this.#request = request;
    this.#onResponse = onResponse;
    this.socket = connect(Number(url.port), url.hostname);
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  send(): void {
    this.#sentAt = performance.now();
    this.socket.write(this.#request);
  }

  #read(chunk: Buffer): void {
    this.#received += chunk.length;
    if (!this.#head) {
      this.#start = Buffer.concat([this.#start, chunk]);
      this.#head = readHead(this.#start);
    }
    if (!this.#head || this.#received < this.#head.length) return;
    const { status } = this.#head;
    this.#received = 0;
    this.#head = null;
    this.#start = Buffer.alloc(0);
    this.#onResponse(status, performance.now() - this.#sentAt);
  }
}

onTask<OpenLoopTask>(async (task, startMeasuring) => {
  const url = new URL(task.url);
  const lines = Object.entries(task.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = url.pathname + url.search;
  const request = `GET ${target} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join('')}\r\n`;
  const idle: Connection[] = [];
  let statuses: Record<string, number> = {};
  let times: number[] = [];
  let errors = 0;
  const ready = Promise.withResolvers<void>();
  const isReady = () => idle.length === task.connections;
  for (let n = 0; n < task.connections; n += 1) {
    const connection: Connection = new Connection(url, request, (status, ms) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === task.timed) times.push(ms);
      idle.push(connection);
      if (isReady()) ready.resolve();
    });
    connection.socket.on('error', () => {
      errors += 1;
    });
    // Until the first response: a connection waits until the server accepts it.
    connection.send();
  }
  await ready.promise;
  const run = (seconds: number) =>
    new Promise<void>((resolve) => {
      const since = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        const passed = (performance.now() - since) / 1000;
        // What can't be sent now is never sent: there would be no one to wait for it.
        const due = Math.floor(passed * task.rate) - sent;
        for (let n = 0; n < due; n += 1) idle.shift()?.send();
        sent += due;
        if (passed < seconds) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
  await run(task.warmUpSeconds);
  statuses = {};
  times = [];
  startMeasuring();
  await run(task.seconds);
  const at = (share: number) => percentile(times, share);
  const latency = { p50: at(0.5), p97: at(0.975), p99: at(0.99) };
  return {
    statuses,
    errors,
    mismatches: 0,
    seconds: task.seconds,
    ...latency,
  } satisfies LoadResult;
});
