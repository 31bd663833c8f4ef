import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { badIds } from './fixtures/bad-addresses.ts';
import { expectHttpError } from './fixtures/state-snapshot.ts';
import { suiteApp } from './harness/app.ts';
import { makeLinkedInquiry } from './harness/quotes.ts';
import { rawClient } from './harness/raw-client.ts';
import { until } from './harness/until.ts';

describe('bad URLs', () => {
  const t = suiteApp('sqlite');

  function call(method: string, url: string) {
    return t.app.inject({ method: method as 'GET', url, headers: t.admin.headers });
  }

  test.each([
    ['/api/settlements/presigned-get', 'path'],
    ['/api/reports/presigned-get', 'path'],
    ['/api/store/presigned-get', 'key'],
  ])(
    "%s returns 404 for a traversing or false key, as for someone else's key (SEC21)",
    async (url, name) => {
      const keys = badIds
        .flatMap((id) => [`resumes/${id}`, `settlements/${id}.pdf`])
        .concat('%2fetc%2fpasswd', '../x', 'constructor/x.pdf', '__proto__/x.pdf');
      for (const key of keys) {
        const response = await call('GET', `${url}?${name}=${key}`);
        expectHttpError(response, key);
        expect([400, 404], key).toContain(response.statusCode);
      }
      const none = ['', `${name}=`, `${name}=a&${name}=b`, `${name}=${'x'.repeat(501)}`];
      for (const query of none) {
        const response = await call('GET', `${url}?${query}`);
        expectHttpError(response, query);
        expect(response.statusCode, query).toBe(400);
      }
    },
  );

  test('accepts an empty body of any media type where no body is expected', async () => {
    const someone = await t.person('leaver', 'employee');
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { ...someone.headers, 'content-type': 'application/json' },
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
  });

  test('accepts no body where none of its fields is required, except for a change', async () => {
    const { id } = await makeLinkedInquiry(t);
    const { headers } = t.admin;
    const json = { ...headers, 'content-type': 'application/json' };
    const of = `/api/inquiries/${id}`;
    for (const url of [`${of}/status-link`, `${of}/read`, '/api/mark-all-as-read']) {
      const plain = await t.app.inject({ method: 'POST', url, headers });
      const empty = await t.app.inject({ method: 'POST', url, headers: json, payload: '' });
      expect([plain.statusCode, empty.statusCode], url).toEqual([200, 200]);
      const nothing = await t.app.inject({ method: 'POST', url, headers: json, payload: 'null' });
      expect([nothing.statusCode, nothing.json().code], url).toEqual([400, 'body_required']);
    }
    const change = await t.app.inject({ method: 'PUT', url: of, headers });
    expect([change.statusCode, change.json().code]).toEqual([400, 'body_required']);
  });

  test('refuses an unknown path or method in the same shape', async () => {
    const unmatched: [method: string, url: string, status: number][] = [
      ['GET', '/api', 404],
      ['GET', '/api/', 404],
      ['GET', '/api/nothing', 404],
      ['POST', '/api/careers/1/2', 404],
      ['GET', '/nothing', 404],
      ['GET', '/%zz', 400],
      ['GET', '/files/../../etc/passwd', 404],
      ['GET', '/files/%00', 404],
      ['PATCH', '/files/x', 405],
      ['OPTIONS', '/', 405],
      ['PROPFIND', '/api/careers', 405],
      ['PURGE', '/api/careers', 405],
      ['TRACE', '/api/careers', 405],
    ];
    for (const [method, url, status] of unmatched) {
      const response = await call(method, url);
      expectHttpError(response, `${method} ${url}`);
      expect(response.statusCode, `${method} ${url}`).toBe(status);
      if (status === 405) expect(response.headers.allow, `${method} ${url}`).toMatch(/GET/);
    }
  });
});

describe('malformed HTTP', () => {
  const t = suiteApp('sqlite');
  let url = '';
  beforeAll(async () => {
    url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  });

  const post = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  test.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
    ['bytes above 127 in the path', 'GET /\xe9\xff HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n', 400],
    ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`, 400],
    [
      'length and chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a length below zero', `${post}Content-Length: -5\r\n\r\n`, 400],
    ['broken chunks', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['large headers', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s: returns a JSON error and closes the connection', async (_label, bytes, status) => {
    const answer = await rawClient(url, bytes).response;
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    const code = status === 431 ? 'headers_too_large' : 'malformed_request';
    expect(JSON.parse(body)).toEqual({ code, error: expect.stringMatching(/^[A-Z].+\.$/) });
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  });

  test.each([
    ['a call', 'GET /api/user', 'Host: y'],
    ['a stored list', 'GET /api/careers', 'hOST: x'],
    ['a page that is not there', 'GET /nowhere', 'Host:'],
    [
      'a stranger’s form',
      'POST /api/inquiry',
      'Content-Type: text/plain\r\nContent-Type: text/html',
    ],
    ['a token', 'GET /api/user', 'Authorization: Bearer a\r\nAuthorization: Bearer b'],
    ['a health check', 'GET /healthz', 'Host: y'],
  ])('refuses %s that repeats a header with 400', async (_name, line, headers) => {
    if (line === 'GET /api/careers') await fetch(`${url}/api/careers`);
    const repeated = rawClient(url, `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
    await until('400', 30_000, () => repeated.text().startsWith('HTTP/1.1 400 '));
    expect(repeated.text()).toContain('"code":"malformed_request"');
    // A header that is a list may be repeated.
    const list =
      'Accept: text/html\r\nAccept: */*\r\nX-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For: 10.0.0.2';
    const whole = rawClient(url, `GET /api/careers HTTP/1.1\r\nHost: x\r\n${list}\r\n\r\n`);
    await until('200', 30_000, () => whole.text().startsWith('HTTP/1.1 200 '));
  });

  test('does not log a body that breaks off as an error', async () => {
    const errors: unknown[] = [];
    const log = t.ctx.log.error;
    t.ctx.log.error = (...entry: unknown[]) => errors.push(entry);
    const call = once(t.app.server, 'request');
    const { socket, response } = rawClient(url);
    socket.write(`${post}Content-Length: 50\r\n\r\n{"user`, () => socket.destroy());
    const [, reply] = await call;
    if (!reply.closed) await once(reply, 'close');
    await response;
    await t.app.inject('/healthz');
    t.ctx.log.error = log;
    expect(errors).toEqual([]);
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  });
});
