import { pino } from 'pino';
import { io } from 'socket.io-client';
import { beforeEach, expect, test } from 'vitest';
import { type ErrorCode, errorTypes } from '#contract/wire/errors.ts';
import { suiteApp } from './harness/app.ts';
import { rawClient } from './harness/raw-client.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
const t = suiteApp('sqlite', { log, config: { rateLimits: true } });

beforeEach(() => {
  lines.length = 0;
});

const call = async (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  by = {},
  payload = {},
) => t.app.inject({ method, url, headers: { ...by }, ...(method !== 'GET' && { payload }) });
const login = (payload: object) => call('POST', '/api/login', {}, payload);

const failures: [ErrorCode, () => ReturnType<typeof call>][] = [
  ['validation_failed', () => login({})],
  ['token_missing', () => call('GET', '/api/users')],
  ['invalid_credentials', () => login({ username: 'anna', password: 'no' })],
  ['forbidden', () => call('GET', '/api/applications', t.employee.headers)],
  ['not_found', () => call('GET', '/api/nothing')],
  ['not_found', () => call('GET', '/api/careers/99999')],
  ['malformed_url', () => call('GET', '/api/%E0%A4%A')],
  ['method_not_allowed', () => call('DELETE', '/healthz')],
  ['link_expired', () => call('GET', `/files/settlements/${crypto.randomUUID()}.pdf`)],
  [
    'version_conflict',
    () => call('PUT', `/api/users/${t.employee.userId}`, t.admin.headers, { version: 99 }),
  ],
];

test.each(failures)(
  '%s: puts the same request id in body, header and log line',
  async (code, fail) => {
    const response = await fail();
    const { status } = errorTypes[code];
    const body = response.json();
    expect([response.statusCode, body.code], response.body).toEqual([status, code]);
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['x-request-id']).toBe(body.request_id);
    const own = lines.filter((line) => line.request_id === body.request_id);
    expect(own).toContainEqual(expect.objectContaining({ code, status }));
  },
);

test('responds to bytes that are not HTTP with a code and a request id, also in the log', async () => {
  const url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await rawClient(url, 'nonsense\r\n\r\n').response;
  const body = JSON.parse(answer.slice(answer.indexOf('{')));
  expect(body.code).toBe('malformed_request');
  expect(answer).toContain(`x-request-id: ${body.request_id}`);
  expect(lines).toContainEqual(
    expect.objectContaining({ code: body.code, request_id: body.request_id }),
  );

  const page = io(url, { auth: { token: 'dead' }, transports: ['websocket'] });
  const httpError = await new Promise<Error & { data?: unknown }>((resolve) => {
    page.once('connect_error', resolve);
  });
  page.close();
  const line = lines.find(({ msg }) => msg === 'socket refused');
  expect(httpError.data).toEqual({ code: 'token_invalid', request_id: line?.request_id });
});

test("a failed call has the browser's id in reply and log, unless it isn't a random UUID", async () => {
  const idOf = async (sent: string) => {
    const headers = { ...t.admin.headers, 'x-request-id': sent };
    const { request_id } = (await t.app.inject({ url: '/api/nothing', headers })).json();
    expect(lines.some((line) => line.request_id === request_id)).toBe(true);
    return request_id;
  };
  const own = crypto.randomUUID();
  expect(await idOf(own)).toBe(own);
  for (const sent of [
    '',
    'dale',
    `${own}0`,
    own.toUpperCase(),
    `${own.slice(0, 14)}1${own.slice(15)}`,
  ]) {
    expect(await idOf(sent)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(sent)).not.toBe(sent);
  }
});
