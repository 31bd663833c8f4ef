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
  sent: number;
  /** Messages that hadn't arrived after 10 s. */
  lost: number;
  /** Messages received a second. */
  throughput: number;
  /** Milliseconds from send to receive. */
  p99: number;
}

const connectAtOnce = 50;
/** Milliseconds between connecting and sending, for the memory measurement. */
const idleMs = 2_000;

onTask<ChatTask>(async ({ url, people, rate, content, seconds }, startMeasuring) => {
  const sentAt = new Map<string, number>();
  let latencies: number[] = [];
  const sockets = people.map(({ token }) => {
    const options = { auth: { token }, transports: ['websocket'], forceNew: true };
    const socket = io(url, { ...options, autoConnect: false });
    socket.on(receiveMessageEvent, ({ clientId = '' }: Message) => {
      const from = sentAt.get(clientId);
      if (from !== undefined) latencies.push(performance.now() - from);
      sentAt.delete(clientId);
    });
    return socket;
  });
  for (let n = 0; n < sockets.length; n += connectAtOnce) {
    const connecting = sockets.slice(n, n + connectAtOnce).map((socket) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.once('connect', resolve).once('connect_error', reject).connect();
      return promise;
    });
    await Promise.all(connecting);
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
    sentAt.set(clientId, performance.now());
    const receiverId = people[to]?.userId;
    sockets[from]?.emit(sendMessageEvent, { receiverId, content, clientId }, () => undefined);
  };
  const run = async (forSeconds: number): Promise<ChatResult> => {
    latencies = [];
    const from = performance.now();
    const passed = () => (performance.now() - from) / 1000;
    let sent = 0;
    while (sent < rate * forSeconds) {
      const due = Math.min(passed(), forSeconds) * rate;
      for (; sent < due; sent += 1) send(sent);
      await pause(2);
    }
    while (sentAt.size > 0 && passed() < forSeconds + 10) await pause(10);
    const throughput = latencies.length / passed();
    return { sent, lost: sentAt.size, throughput, p99: percentile(latencies, 0.99) };
  };
  await run(1);
  return run(seconds);
});
