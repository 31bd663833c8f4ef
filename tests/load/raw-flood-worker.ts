/** Sends requests as raw bytes from a thread of its own, and reports what came back. */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface RawFlood {
  url: string;
  connections: number;
  /** What each connection sends at once. */
  paths: readonly string[];
  /** Whether each connection has another address behind a trusted proxy; else all have the same. */
  spread: boolean;
  /** Whether the answers are read. */
  reads: boolean;
}

export interface RawFlooded {
  /** How many answers had each status. */
  statuses: Record<string, number>;
  bytes: number;
  /** Connections that the server has closed. */
  closed: number;
}

const { url, connections, paths, spread, reads } = workerData as RawFlood;
const { hostname, port } = new URL(url);
const flooded: RawFlooded = { statuses: {}, bytes: 0, closed: 0 };
const expected = connections * paths.length;
let answers = 0;

/** Counts the status lines of a connection, also one that is cut by the end of a chunk. */
function counter(): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const text = rest + chunk.toString('latin1');
    for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1;
      answers += 1;
    }
    rest = text.slice(-12);
    flooded.bytes += chunk.length;
    if (answers >= expected) finish();
  };
}

function send(n: number): Socket {
  const address = spread ? `198.18.${Math.floor(n / 250)}.${n % 250}` : '198.51.100.9';
  const requests = paths.map(
    (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  );
  const socket = connect(Number(port), hostname, () => socket.write(requests.join('')));
  if (reads) socket.on('data', counter());
  else socket.pause();
  socket.on('error', () => {});
  socket.on('close', () => {
    flooded.closed += 1;
    if (flooded.closed === connections) finish();
  });
  return socket;
}

const sockets = Array.from({ length: connections }, (_, n) => send(n));
let isFinished = false;
function finish(): void {
  if (isFinished) return;
  isFinished = true;
  for (const socket of sockets) socket.destroy();
  parentPort?.postMessage(flooded);
  parentPort?.close();
}
parentPort?.once('message', finish);
