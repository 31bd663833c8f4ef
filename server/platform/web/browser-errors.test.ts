import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type BrowserErrorReport, browserErrorsPath } from '#contract/wire/browser-errors.ts';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { read } from '#tests/records/stored.ts';

let t: TestApp;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = pino({ level: 'warn' }, { write });
  t = await startApp('sqlite', { log, config: { metricsPort: 1 } });
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

const report = async (changes: object) =>
  (await send(t, 'POST', browserErrorsPath, null, { ...sample, ...changes })).statusCode;

const logged = () => lines.filter(({ msg }) => msg === 'error in a browser');

test('logs, counts and lists what a page reports, grouped', async () => {
  expect(await report({})).toBe(204);
  expect(await report({})).toBe(204);
  expect(await report({ kind: 'rejection', message: 'Error: other' })).toBe(204);
  const { message, build, request_id } = sample;
  expect(logged()[0]).toMatchObject({
    ...{ level: 40, kind: 'error', message, page: '/damages/…', build, request_id },
    frames: ['damages-page-Bx1f.js:1:2034', 'entry.client-9c.js:12:77'],
  });
  expect([...t.ctx.browserErrors.counts]).toEqual([
    ['error', 2],
    ['rejection', 1],
  ]);
  expect((await read(t, '/api/status')).browser_errors).toMatchObject([
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
