/** Connected chat clients, some of which send at a given rate: the time from send to receive. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { type Message, receiveMessageEvent, sendMessageEvent } from '#contract/chat.ts';
import type { ChatPerson } from '../chat-company.ts';
import { percentile } from '../metrics.ts';
import { onTask } from './on-task.ts';

export interface ChatTask {
  url: string;
  people: ChatPerson[];
  /** Messages a second. */
  rate: number;
  content: string;
  seconds: number;
}

export interface ChatResult {
  /** Seconds until the first `timedConnections` were connected. */
  connectSeconds: number;
  /** Sockets that are connected at the end. */
  connected: number;
  sent: number;
  /** Messages that arrived more than once. */
  duplicated: number;
  /** Milliseconds from send to acknowledgement. */
  ackP95: number;
  ackP99: number;
  /** Messages that hadn't arrived after 10 s. */
  lost: number;
  /** Messages received a second. */
  throughput: number;
  /** Milliseconds from send to receive. */
  p99: number;
}

const connectAtOnce = 50;
/** Whose connecting is timed. */
const timedConnections = 1_000;
/** Milliseconds between connecting and sending, for the memory measurement. */
const idleMs = 2_000;

onTask<ChatTask>(async ({ url, people, rate, content, seconds }, startMeasuring) => {
  const sentAt = new Map<string, number>();
  let latencies: number[] = [];
  let acknowledged: number[] = [];
  let duplicated = 0;
  const sockets = people.map(({ token }) => {
    const options = { auth: { token }, transports: ['websocket'], forceNew: true };
    const socket = io(url, { ...options, autoConnect: false });
    socket.on(receiveMessageEvent, ({ clientId = '' }: Message) => {
      const from = sentAt.get(clientId);
      if (from === undefined) duplicated += 1;
      else latencies.push(performance.now() - from);
      sentAt.delete(clientId);
    });
    return socket;
  });
  const connecting = performance.now();
  let connectSeconds = Number.NaN;
  for (let n = 0; n < sockets.length; n += connectAtOnce) {
    if (n === timedConnections) connectSeconds = (performance.now() - connecting) / 1000;
    const batch = sockets.slice(n, n + connectAtOnce).map((socket) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.once('connect', resolve).once('connect_error', reject).connect();
      return promise;
    });
    await Promise.all(batch);
  }
  if (sockets.length <= timedConnections) {
    connectSeconds = (performance.now() - connecting) / 1000;
  }
  startMeasuring();
  await pause(idleMs);

  const indexes = (isAdmin: boolean) =>
    people.flatMap((person, index) => (person.isAdmin === isAdmin ? [index] : []));
  const [admins, employees] = [indexes(true), indexes(false)];
  const pick = (from: readonly number[]) => from[Math.floor(Math.random() * from.length)] ?? 0;
  const send = (n: number) => {
    const pair = [pick(admins), pick(employees)];
    const [from = 0, to = 0] = n % 2 === 0 ? pair : pair.reverse();
    const clientId = randomUUID();
    const at = performance.now();
    sentAt.set(clientId, at);
    const receiverId = people[to]?.userId;
    const acknowledge = () => acknowledged.push(performance.now() - at);
    sockets[from]?.emit(sendMessageEvent, { receiverId, content, clientId }, acknowledge);
  };
  const run = async (forSeconds: number): Promise<ChatResult> => {
    latencies = [];
    acknowledged = [];
    const from = performance.now();
    const passed = () => (performance.now() - from) / 1000;
    let sent = 0;
    while (passed() < forSeconds || sent < rate * forSeconds) {
      const due = Math.min(passed(), forSeconds) * rate;
      for (; sent < due; sent += 1) send(sent);
      await pause(2);
    }
    while (sentAt.size > 0 && passed() < forSeconds + 10) await pause(10);
    const throughput = latencies.length / passed();
    return {
      connectSeconds,
      connected: sockets.filter(({ connected }) => connected).length,
      sent,
      lost: sentAt.size,
      duplicated,
      throughput,
      p99: percentile(latencies, 0.99),
      ackP95: percentile(acknowledged, 0.95),
      ackP99: percentile(acknowledged, 0.99),
    };
  };
  await run(1);
  return run(seconds);
});
