/** A thread that floods a server from one user and one address until its parent says stop. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { io } from 'socket.io-client';

export interface Flood {
  url: string;
  /** The attacker and the one who gets the messages. */
  token: string;
  userId: number;
  receiverId: number;
  /** API calls and messages per second, and how many connections are tried. */
  calls: number;
  messages: number;
  sockets: number;
}

export interface Flooded {
  /** Responses by status. */
  calls: Record<number, number>;
  /** Acknowledgements by whether the message was stored. */
  messages: { stored: number; refused: number };
  sockets: { connected: number; refused: number };
  /** Frames of 1 MB. */
  frames: number;
}

const flood = workerData as Flood;
const flooded: Flooded = {
  calls: {},
  messages: { stored: 0, refused: 0 },
  sockets: { connected: 0, refused: 0 },
  frames: 0,
};
const forwarded = { 'x-forwarded-for': '198.51.100.66' };
const agent = new Agent({ keepAlive: true, maxSockets: 40 });

function callOnce(path: string, token: string | null): void {
  const headers = { ...forwarded, ...(token && { authorization: `Bearer ${token}` }) };
  const sent = request(flood.url + path, { agent, headers }, (response) => {
    response.resume();
    const status = response.statusCode ?? 0;
    flooded.calls[status] = (flooded.calls[status] ?? 0) + 1;
  });
  sent.on('error', () => undefined);
  sent.end();
}

const socketOf = () =>
  io(flood.url, {
    auth: { token: flood.token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: forwarded,
  });

const writer = socketOf();
const content = 'A message of a flood';
function writeOnce(): void {
  const { userId: senderId, receiverId } = flood;
  const message = { senderId, receiverId, content, clientId: randomUUID() };
  writer.emit('send_message', message, ({ success }: { success: boolean }) => {
    flooded.messages[success ? 'stored' : 'refused'] += 1;
  });
}

const huge = 'x'.repeat(1024 * 1024);
function frameOnce(): void {
  const socket = socketOf();
  socket.once('connect', () => {
    socket.emit('send_message', { content: huge });
    flooded.frames += 1;
  });
  setTimeout(() => socket.disconnect(), 1_000);
}

let tried = 0;
function connectOnce(): void {
  if (tried >= flood.sockets) return;
  tried += 1;
  const socket = socketOf();
  socket.once('connect', () => {
    flooded.sockets.connected += 1;
  });
  socket.once('connect_error', () => {
    flooded.sockets.refused += 1;
    socket.disconnect();
  });
}

/** Runs the work that many times a second, also when the timer is late. */
function every(rate: number, work: () => void): void {
  const start = performance.now();
  let done = 0;
  setInterval(() => {
    const due = ((performance.now() - start) / 1_000) * rate;
    for (; done < due; done += 1) work();
  }, 5);
}

every(flood.calls / 2, () => callOnce('/api/user', flood.token));
every(flood.calls / 2, () => callOnce('/api/careers', null));
every(flood.messages, writeOnce);
// Frames first: later all connections of the user are taken.
every(4, () => flooded.frames < 10 && frameOnce());
setTimeout(() => every(flood.sockets / 10, connectOnce), 4_000);

parentPort?.on('message', () => {
  parentPort?.postMessage(flooded);
  setTimeout(() => process.exit(0), 50);
});
