import { setTimeout as pause } from 'node:timers/promises';
import { fillChatPeople, signInAll } from '../chat-company.ts';
import { withCompany } from '../company.ts';
import { duration, runWorker } from '../load-generator.ts';
import { atMost, type Scenario } from '../metrics.ts';
import { memoryMb } from '../process-stats.ts';
import type { ChatResult, ChatTask } from '../workers/chat-clients.ts';

const connected = 1_000;
const content = 'Nine cars on, straps checked, leaving the port of Jacksonville now. Back at six.';

/** Durable messages at 500 a second between 1,000 connected people, and the memory of a connection. */
export const chat: Scenario = {
  name: 'chat',
  run: () =>
    withCompany(
      (file) => fillChatPeople(file, 10, connected - 10),
      async (company) => {
        const people = signInAll(company);
        await pause(1_000);
        const before = memoryMb(company.pid);
        let after = before;
        const task: ChatTask = { url: company.url, people, rate: 500, content, seconds: duration };
        const file = new URL('../workers/chat-clients.ts', import.meta.url);
        const { sent, lost, throughput, p99 } = await runWorker<ChatResult>(file, task, () => {
          after = memoryMb(company.pid);
        });
        const perConnection = ((after - before) * 1024) / connected;
        return [
          { name: 'messages received', ours: throughput, baseline: 500, unit: '/s', min: 0.95 },
          { name: 'messages not lost', ours: sent - lost, baseline: sent, unit: '', min: 1 },
          atMost('p99 from send to receive', p99, 10, 'ms'),
          atMost('memory of a connection', perConnection, 40, 'kB'),
        ];
      },
    ),
};
