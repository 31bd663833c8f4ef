/** A server's memory under the traffic of a busy company, for an hour in the long run. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryMb } from '../../bench/process-stats.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { startServer } from '../harness/server.ts';
import { connected, page } from '../realtime/pages.ts';

const minutes = process.env.FULL === '1' ? Number(process.env.SOAK_MINUTES ?? 60) : 0;
/** Requests a second. */
const rate = 60;
const maxMb = 250;

test('serves pages, lists, inquiries and sockets of the sample company within 250 MB (LOAD8)', {
  timeout: (minutes + 5) * 60_000,
}, async ({ annotate, skip }) => {
  skip(minutes === 0, 'only in npm run test:full');
  const server = await startServer({ env: { SAMPLE_DATA: 'demo', LOG_LEVEL: 'error' } });
  const { token } = await signInAdmin(server.url);
  const authorization = `Bearer ${token}`;

  const read = (path: string) => async () => {
    const response = await fetch(server.url + path, { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  };
  async function inquire(): Promise<number> {
    const response = await fetch(`${server.url}/api/inquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleBody('sendInquiry')),
    });
    await response.arrayBuffer();
    return response.status;
  }
  async function connect(): Promise<number> {
    const socket = page(server.url, token);
    await connected(socket);
    socket.disconnect();
    return 200;
  }
  const pages = ['/', '/about', '/careers', '/careers?q=night', '/inquiry', '/testimonials'];
  const lists = ['applications?limit=100', 'damages', 'training/files', 'messages/conversations'];
  const calls = [
    ...pages.map(read),
    ...lists.map((path) => read(`/api/${path}`)),
    inquire,
    connect,
  ];

  const statuses: Record<string, number> = {};
  const underWay = new Set<Promise<void>>();
  let peak = 0;
  const end = Date.now() + minutes * 60_000;
  for (let count = 0; Date.now() < end; count += 1) {
    const call = calls[count % calls.length];
    const calling = call?.().then(
      (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      },
      () => {
        statuses.failed = (statuses.failed ?? 0) + 1;
      },
    );
    if (calling) {
      underWay.add(calling);
      void calling.finally(() => underWay.delete(calling));
    }
    peak = Math.max(peak, memoryMb(server.pid));
    await pause(1000 / rate);
  }
  await Promise.all(underWay);
  await server.stop();
  await annotate(`${JSON.stringify(statuses)}: ${peak.toFixed(0)} MB at most`, 'measured');
  expect(Object.keys(statuses).sort()).toEqual(['200', '201']);
  expect(peak).toBeLessThanOrEqual(maxMb);
});
