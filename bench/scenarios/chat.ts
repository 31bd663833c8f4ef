import { setTimeout as pause } from 'node:timers/promises';
import { fillChatPeople, signInAll } from '../chat-company.ts';
import { withCompany } from '../company.ts';
import { duration, runWorker } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import { memoryMb } from '../process-stats.ts';
import type { ChatResult, ChatTask } from '../workers/chat-clients.ts';

const connected = 1_000;
const content = 'Nine cars on, straps checked, leaving the port of Jacksonville now. Back at six.';

interface ChatLoad {
  people?: number;
  /** Messages a second. */
  rate: number;
  seconds: number;
}

/** Connects everybody and sends; the memory of a connection is in kB. */
async function runChat({ people = connected, rate, seconds }: ChatLoad) {
  return await withCompany(
    (database) => fillChatPeople(database, 10, people - 10),
    async (company) => {
      const everyone = await signInAll(company);
      await pause(1_000);
      const before = memoryMb(company.pid);
      let after = before;
      const task: ChatTask = { url: company.url, people: everyone, rate, content, seconds };
      const file = new URL('../workers/chat-clients.ts', import.meta.url);
      const result = await runWorker<ChatResult>(file, task, () => {
        after = memoryMb(company.pid);
      });
      return { ...result, perConnection: ((after - before) * 1024) / people };
    },
  );
}

/** Messages that arrive, each once, in milliseconds; and the kB of a connection. */
export async function measureChat(
  load: ChatLoad,
  limits: { received: number; ackP95?: number; ackP99?: number },
): Promise<Metric[]> {
  const { sent, lost, duplicated, throughput, p99, ackP95, ackP99, perConnection } =
    await runChat(load);
  const { rate } = load;
  return [
    { name: 'messages received', ours: throughput, baseline: rate, unit: '/s', min: 0.95 },
    { name: 'messages not lost', ours: sent - lost, baseline: sent, unit: '', min: 1 },
    { name: 'messages received once', ours: sent - duplicated, baseline: sent, unit: '', min: 1 },
    atMost('p99 from send to receive', p99, limits.received, 'ms'),
    ...(limits.ackP95 ? [atMost('p95 from send to acknowledge', ackP95, limits.ackP95, 'ms')] : []),
    ...(limits.ackP99 ? [atMost('p99 from send to acknowledge', ackP99, limits.ackP99, 'ms')] : []),
    atMost('memory of a connection', perConnection, 40, 'kB'),
  ];
}

/** Many people who are connected and say nothing. */
export async function measureSockets(people: number, seconds: number): Promise<Metric[]> {
  const result = await runChat({ people, rate: 0, seconds });
  return [
    atMost('1,000 sockets connected', result.connectSeconds, 3, 's'),
    { name: 'sockets held', ours: result.connected, baseline: people, unit: '', min: 1 },
    atMost('memory of a connection', result.perConnection, 60, 'kB'),
  ];
}

/** Durable messages at 500 a second between 1,000 connected people, and the memory of a connection. */
export const chat: Scenario = {
  name: 'chat',
  run: () => measureChat({ rate: 500, seconds: duration }, { received: 15 }),
};

/** 5,000 connected people. */
export const sockets: Scenario = {
  name: 'sockets',
  run: () => measureSockets(5_000, duration),
};
