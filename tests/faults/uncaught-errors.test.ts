import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { hooks } from '../harness/failing-hooks.ts';
import { rawClient } from '../harness/raw-client.ts';
import { firstAdmin, type RunningServer, startServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

const isFull = process.env.FULL === '1';
const root = join(import.meta.dirname, '../..');
const preload = ['./tests/harness/failing-hooks.ts'];

let server: RunningServer;
let token: string;

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: firstAdmin.username, password: firstAdmin.password }),
  });
  return ((await response.json()) as { token: string }).token;
}

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

const failures = hooks.flatMap((hook) =>
  ['throws', 'rejects', 'calls back', 'forgets a rejection'].map((how) => [hook, how] as const),
);

/** Sends a request whose hook fails; unless it's too late to fail the request, expects a 500 that is logged. */
async function expectFailure(hook: string, how: string): Promise<void> {
  const name = `${hook} ${how}`;
  const headers = { 'x-fail': name };
  if (hook === 'onError') {
    // This hook runs only for a request that fails.
    expect([404, 500]).toContain((await send('GET', '/api/careers/999999', headers)).status);
    return;
  }
  const { status, reply, requestId } = await send('POST', '/api/careers', headers);
  if (hook === 'onResponse' || how === 'forgets a rejection') return;
  expect([name, status, reply.code]).toEqual([name, 500, 'internal_error']);
  expect(reply.request_id).toBe(requestId);
  await until(`${name} is logged`, 5_000, () =>
    linesAbout(requestId).some((line) => line.includes('planned failure')),
  );
}

beforeAll(async () => {
  server = await startServer({ preload, cheapPasswords: true });
  token = await signIn();
});
afterAll(() => server?.kill());

describe('an error that no handler expects (FLT22)', () => {
  test('fails its own request, is logged, and leaves the requests beside it alone', async ({
    annotate,
  }) => {
    const expected = (await send('GET', '/api/user')).reply;
    const rounds = isFull ? 25 : 1;
    let beside = 0;
    for (const [hook, how] of Array.from({ length: rounds }, () => failures).flat()) {
      const name = `${hook} ${how}`;
      const others = Array.from({ length: isFull ? 20 : 4 }, (_, index) =>
        index % 2 === 0 ? send('GET', '/api/user') : send('POST', '/api/careers'),
      );
      await expectFailure(hook, how);
      for (const { status, reply } of await Promise.all(others)) {
        beside += 1;
        if (status !== 201) expect([name, status, reply]).toEqual([name, 200, expected]);
      }
    }
    const rejections = hooks.length * rounds;
    const logged = () => server.output().split('"msg":"unhandled rejection"').length - 1;
    await until('every rejection is logged', 5_000, () => logged() >= rejections);
    expect(server.output()).not.toContain('"level":60');
    expect((await send('GET', '/readyz')).status).toBe(200);
    await annotate(
      `${failures.length * rounds} failures in ${hooks.length} hooks: ${beside} requests beside them, all answered as usual`,
      'measured',
    );
  }, 300_000);

  test('lets the requests beside it finish before the process ends, and the next start works', async () => {
    const ending = await startServer({ preload, cheapPasswords: true });
    onTestFinished(() => ending.kill());
    const body = JSON.stringify({ username: 'admin', password: 'wrong' });
    const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    // Fewer than the 50 that may wait for their hash.
    const others = Array.from({ length: isFull ? 40 : 10 }, () => rawClient(ending.url, head));
    await until('all heads are read', 5_000, () =>
      others.every((entry) => entry.text().startsWith('HTTP/1.1 100')),
    );
    const gone = new AbortController();
    const failed = fetch(`${ending.url}/api/careers`, {
      headers: { 'x-fail': 'preHandler throws later' },
      signal: gone.signal,
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );
    await until('the error is logged', 5_000, () => ending.output().includes('uncaught exception'));
    for (const entry of others) entry.socket.write(body);
    for (const { response } of others) expect(await response).toMatch(/HTTP\/1\.1 401 /);
    // Otherwise the process waits for this request as long as a shutdown may take.
    gone.abort();
    expect(await failed).toBe('no answer');
    expect(await ending.ended).toBe(1);
    expect(ending.output()).toMatch(/"level":60.*planned failure/);
    const next = await startServer({ dataDir: ending.dataDir });
    expect(await next.stop()).toBe(0);
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
    // Longer than the server takes to finish its requests.
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(5);
    expect(setting('ExecStart')).toMatch(/node_modules\/\.bin\/node server\/main\.mjs$/);
  });
});
