import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { signInAdmin } from '#tests/harness/chat-client.ts';
import { ways } from '#tests/harness/failing-hooks.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { until } from '#tests/harness/until.ts';

const root = join(import.meta.dirname, '../..');
const preload = ['./tests/harness/failing-hooks.ts'];

let server: RunningServer;
let token: string;

async function send(method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(sampleBody('createJob')) }),
  });
  const reply = (await response.json()) as { code?: string; request_id?: string };
  return { status: response.status, reply, requestId: response.headers.get('x-request-id') };
}

/** Lines of the server's log about a request. */
const linesAbout = (requestId: string | null) =>
  server
    .output()
    .split('\n')
    .filter((line) => requestId && line.includes(requestId));

beforeAll(async () => {
  server = await startServer({ preload, cheapPasswords: true });
  ({ token } = await signInAdmin(server.url));
});
afterAll(() => server?.kill());

// In this order: the second test ends the server.
describe('an error that no handler expects (FLT22)', { shuffle: false }, () => {
  test('fails its own request, is logged, and leaves the requests beside it alone', async () => {
    const expected = (await send('GET', '/api/user')).reply;
    for (const way of ways) {
      const others = [1, 2, 3, 4].map(() => send('GET', '/api/user'));
      const failing = await send('POST', '/api/careers', { 'x-fail': way });
      if (way === 'forgets a rejection') expect(failing.status).toBe(201);
      else {
        expect([way, failing.status, failing.reply.code]).toEqual([way, 500, 'internal_error']);
        expect(failing.reply.request_id).toBe(failing.requestId);
        await until(`${way} is logged`, 60_000, () =>
          linesAbout(failing.requestId).some((line) => line.includes('planned failure')),
        );
      }
      for (const { status, reply } of await Promise.all(others)) {
        expect([way, status, reply]).toEqual([way, 200, expected]);
      }
    }
    await until('the rejection is logged', 60_000, () =>
      server.output().includes('"msg":"unhandled rejection"'),
    );
    expect(server.output()).not.toContain('"level":60');
    expect((await send('GET', '/readyz')).status).toBe(200);
  });

  test('lets the requests beside it finish before the process ends', async () => {
    const body = JSON.stringify({ username: 'admin', password: 'wrong' });
    const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const others = Array.from({ length: 10 }, () => rawClient(server.url, head));
    await until('all heads are read', 60_000, () =>
      others.every((entry) => entry.text().startsWith('HTTP/1.1 100')),
    );
    const gone = new AbortController();
    const failed = fetch(`${server.url}/api/careers`, {
      headers: { 'x-fail': 'throws later' },
      signal: gone.signal,
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );
    await until('the error is logged', 60_000, () =>
      server.output().includes('uncaught exception'),
    );
    for (const entry of others) entry.socket.write(body);
    for (const { response } of others) expect(await response).toMatch(/HTTP\/1\.1 401 /);
    // Otherwise the process waits for this request as long as a shutdown may take.
    gone.abort();
    expect(await failed).toBe('no answer');
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/"level":60.*planned failure/);
  });

  test('a supervisor that runs the documented unit restarts with growing pauses', () => {
    const unit = readFileSync(join(root, 'deploy/headrack.service'), 'utf8');
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
    expect(setting('Restart')).toBe('always');
    // Never gives up, and waits longer each time.
    expect(setting('StartLimitIntervalSec')).toBe('0');
    expect(Number(setting('RestartSec'))).toBeLessThanOrEqual(2);
    expect(Number(setting('RestartSteps'))).toBeGreaterThanOrEqual(4);
    expect(Number(setting('RestartMaxDelaySec'))).toBeGreaterThanOrEqual(30);
    expect(setting('ExecStart')).toMatch(/node_modules\/\.bin\/node server\/main\.mjs$/);
  });
});
