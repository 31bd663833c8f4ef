import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SystemStatus } from '#contract/status.ts';
import { type BrowserErrorReport, browserErrorsPath } from '#contract/wire/browser-errors.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';

let t: TestApp;
let lines: Record<string, unknown>[];
let now: Date;
beforeEach(async () => {
  lines = [];
  now = new Date();
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  t = await startApp('sqlite', { log, now: () => now, config: { metricsPort: 1 } });
  onTestFinished(t.close);
});

const sample: BrowserErrorReport = {
  kind: 'error',
  message: "TypeError: Cannot read properties of undefined (reading 'map')",
  stack: `TypeError: no
    at draw (https://www.example.com/assets/damages-page-Bx1f.js:1:2034)
    at https://www.example.com/assets/entry.client-9c.js:12:77`,
  path: '/damages/17',
  build: '3f2a9c1b',
  request_id: '8a2f5f0c-3a43-4c77-9d5b-1b0f6f6d6c11',
};

async function report(changes: object): Promise<number> {
  const payload = { ...sample, ...changes };
  const response = await t.app.inject({ method: 'POST', url: browserErrorsPath, payload });
  return response.statusCode;
}

async function listed(): Promise<SystemStatus['browser_errors']> {
  const { headers } = t.admin;
  return (await t.app.inject({ url: '/api/status', headers })).json().browser_errors;
}

const logged = () => lines.filter(({ msg }) => msg === 'error in a browser');

test('logs, counts and lists what a page reports, grouped', async () => {
  expect(await report({})).toBe(204);
  expect(await report({})).toBe(204);
  expect(await report({ kind: 'rejection', message: 'Error: other' })).toBe(204);
  expect(logged()[0]).toMatchObject({
    level: 40,
    kind: 'error',
    message: sample.message,
    frames: ['damages-page-Bx1f.js:1:2034', 'entry.client-9c.js:12:77'],
    page: '/damages/…',
    build: sample.build,
    request_id: sample.request_id,
  });
  expect([...t.ctx.browserErrors.counts]).toEqual([
    ['error', 2],
    ['rejection', 1],
  ]);
  expect(await listed()).toMatchObject([
    { kind: 'rejection', message: 'Error: other', count: 1 },
    { kind: 'error', page: '/damages/…', build: sample.build, count: 2 },
  ]);
});

test('keeps nothing personal or secret, whatever is sent', async () => {
  await report({
    message: `Error: dale@example.com "Dale Ray" 5551234567 https://x.example/?code=zysecret\nzyline`,
    stack: 'zystack at zyname (https://evil.example/zypath.js:1:1)',
    path: '/reset/zysecret',
    build: 'zy secret',
    request_id: 'zysecret',
    storage: 'zystorage',
  });
  const [line] = logged();
  expect(line).toMatchObject({
    message: 'Error: <email> <text> <number> <url> zyline',
    frames: [],
    page: '/reset/…',
    build: '',
    request_id: '',
  });
  expect(JSON.stringify(line)).not.toMatch(/zysecret|zystack|zyname|zypath|zystorage|Dale/);
});
