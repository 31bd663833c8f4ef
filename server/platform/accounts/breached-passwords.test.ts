import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passwords as messages } from '#contract/messages/users.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { readConfig } from '../../settings/config.ts';
import { openBreachCheck } from './breached-passwords.ts';
import { Passwords } from './passwords.ts';

const t = suiteApp('sqlite');
const stolen = 'stolen from another site';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

let service: Server;
let requests: { url: string; padding: unknown }[];
let logged: string[];
let count = 0;

/** A fake of the range API, and an app that asks it. */
async function serve(answer: RequestListener, timeoutMs = 60_000): Promise<void> {
  requests = [];
  logged = [];
  service = createServer((request, response) => {
    requests.push({ url: request.url ?? '', padding: request.headers['add-padding'] });
    answer(request, response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const url = `http://127.0.0.1:${port}/range/`;
  const isBreached = openBreachCheck({ breachCheck: true }, log, { url, timeoutMs });
  t.ctx.passwords = new Passwords({ memoryCost: 8, timeCost: 1 }, isBreached);
}

const lines: RequestListener = (_request, response) => {
  const digits = sha1(stolen).slice(5);
  response.end(`${'0'.repeat(35)}:7\r\n${digits}:12\r\n${sha1('padded entry').slice(5)}:0`);
};

function signUp(user_password: string) {
  count += 1;
  const account = { username: `user${count}`, user_email: `user${count}@example.com` };
  return send(t, 'POST', '/api/signup', t.admin, { ...account, user_password });
}

let usual: Passwords;
beforeEach(() => {
  usual ??= t.ctx.passwords;
});
afterEach(() => {
  t.ctx.passwords = usual;
  service.closeAllConnections();
  service.close();
});

test('SEC9 refuses a stolen password, of which five digits of the hash leave the server', async () => {
  await serve(lines);
  const fields = { user_password: messages.breached };
  expect((await signUp(stolen)).json()).toMatchObject({ code: 'validation_failed', fields });
  expect((await signUp('long haul 4 tests')).statusCode).toBe(201);
  // An entry with the count 0 is padding.
  expect((await signUp('padded entry')).statusCode).toBe(201);
  const asked = [stolen, 'long haul 4 tests', 'padded entry'].map((text) => sha1(text).slice(0, 5));
  expect(requests).toEqual(asked.map((start) => ({ url: `/range/${start}`, padding: 'true' })));
  expect(logged).toEqual([]);
});

test.each<[string, RequestListener, number?]>([
  ['is down', (request) => request.socket.destroy()],
  ['does not answer in time', () => undefined, 50],
])('accepts and logs when the service %s', async (_name, answer, timeoutMs) => {
  await serve(answer, timeoutMs);
  expect((await signUp(stolen)).statusCode).toBe(201);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('breach check failed, password accepted');
  expect(logged[0]).not.toMatch(new RegExp(`${stolen}|${sha1(stolen).slice(0, 5)}`));
});

test('asks nobody unless BREACH_CHECK is on', async () => {
  await serve(lines);
  const { port } = service.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/range/`;
  expect(readConfig({}).breachCheck).toBe(false);
  expect(await openBreachCheck(readConfig({}), t.ctx.log, { url })(stolen)).toBe(false);
  expect(requests).toEqual([]);
  const on = openBreachCheck(readConfig({ BREACH_CHECK: 'on' }), t.ctx.log, { url });
  expect(await on(stolen)).toBe(true);
});
