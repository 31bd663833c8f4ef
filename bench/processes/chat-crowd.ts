/** Many connected people, of whom some write at a given pace: how long each message takes to its receiver. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { type Message, receiveMessageEvent, sendMessageEvent } from '#contract/chat.ts';
import { onTask } from './task.ts';

export interface ChatCrowdTask {
  url: string;
  people: { userId: number; isAdmin: boolean; token: string }[];
  /** Messages a second, one pace after the other. */
  rates: number[];
  content: string;
  seconds: number;
}

export interface ChatPace {
  rate: number;
  sent: number;
  /** Messages that had not come after 10 s. */
  lost: number;
  /** Milliseconds from the sending to the receiver. */
  p50: number;
  p99: number;
}

/** So many connect at once. */
const step = 50;
/** Between the connections and the messages, so that memory can be read (ms). */
const quiet = 2_000;

onTask<ChatCrowdTask>(async ({ url, people, rates, content, seconds }, tell) => {
  const began = new Map<string, number>();
  let spent: number[] = [];
  const sockets = people.map(({ token }) => {
    const options = { auth: { token }, transports: ['websocket'], forceNew: true };
    const socket = io(url, { ...options, autoConnect: false });
    socket.on(receiveMessageEvent, ({ clientId = '' }: Message) => {
      const from = began.get(clientId);
      if (from === undefined) return;
      began.delete(clientId);
      spent.push(performance.now() - from);
    });
    return socket;
  });
  for (let n = 0; n < sockets.length; n += step) {
    const some = sockets.slice(n, n + step);
    await Promise.all(
      some.map(
        (socket) =>
          new Promise<void>((resolve, reject) => {
            socket.once('connect', resolve);
            socket.once('connect_error', reject);
            socket.connect();
          }),
      ),
    );
  }
  tell('measuring');
  await pause(quiet);

  const indexes = (isAdmin: boolean) =>
    people.flatMap((person, index) => (person.isAdmin === isAdmin ? [index] : []));
  const [admins, employees] = [indexes(true), indexes(false)];
  const anyOf = (some: readonly number[]) => some[Math.floor(Math.random() * some.length)] ?? 0;
  const send = (n: number) => {
    const pair = [anyOf(admins), anyOf(employees)];
    const [from = 0, to = 0] = n % 2 === 0 ? pair : pair.reverse();
    const clientId = randomUUID();
    began.set(clientId, performance.now());
    const receiverId = people[to]?.userId;
    sockets[from]?.emit(sendMessageEvent, { receiverId, content, clientId }, () => undefined);
  };

  const paces: ChatPace[] = [];
  for (const rate of rates) {
    const run = async (forSeconds: number) => {
      spent = [];
      const from = performance.now();
      let sent = 0;
      for (let due = 0; due < rate * forSeconds; ) {
        due = Math.min(((performance.now() - from) / 1000) * rate, rate * forSeconds);
        for (; sent < due; sent += 1) send(sent);
        await pause(2);
      }
      for (
        const until = performance.now() + 10_000;
        began.size > 0 && performance.now() < until;
      ) {
        await pause(10);
      }
      return sent;
    };
    await run(1);
    const sent = await run(seconds);
    const sorted = spent.toSorted((one, other) => one - other);
    const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
    paces.push({ rate, sent, lost: began.size, p50: share(0.5), p99: share(0.99) });
    began.clear();
  }
  return paces;
});
