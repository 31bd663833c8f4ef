import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { createId } from './fixtures/valid-requests.ts';
import { startApp, suiteApp, type TestApp } from './harness/app.ts';

const pages = [
  ...['/', '/about', '/careers', '/careers/1', '/careers/1/apply', '/application', '/inquiry'],
  ...['/login', '/portal', '/no-such-page'],
];
const others = [
  ...['/healthz', '/readyz', '/sitemap.xml', '/careers.xml', '/careers.rss', '/og/home.png'],
  ...['/robots.txt', '/holidays.ics', '/es/holidays.ics', '/favicon.svg', '/push-icon.png'],
  ...['/apple-touch-icon.png', '/icon-512.png', '/manifest.webmanifest', '/service-worker.js'],
  '/api/docs',
];

const t = suiteApp('sqlite', { pages: builtPages() });
beforeAll(() => createId(t, 'createJob'));

/** The directives of a Content-Security-Policy. */
function policyOf(response: LightMyRequestResponse): Record<string, string[]> {
  const text = String(response.headers['content-security-policy'] ?? '');
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

function expectSafe({ headers }: LightMyRequestResponse, about: string): void {
  expect(headers, about).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringMatching(/^max-age=31536000\b/),
    'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (/^text\/|json|javascript|xml/.test(String(headers['content-type']))) {
    expect(headers['content-type'], about).toMatch(/; charset=utf-8$/);
  }
  const refused = /^(x-powered-by|server|set-cookie|access-control-.*)$/;
  expect(
    Object.keys(headers).filter((name) => refused.test(name)),
    about,
  ).toEqual([]);
}

test.each(pages)(
  "page %s allows our scripts and this page's inline ones only (SEC13)",
  async (url) => {
    const response = await t.app.inject(url);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expectSafe(response, url);
    const policy = policyOf(response);
    expect(response.headers['content-security-policy']).not.toMatch(/https?:/);
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
      'report-uri': ['/policy-reports'],
    });
    const scripts = policy['script-src'] ?? [];
    for (const source of [...scripts, ...(policy['style-src'] ?? [])]) {
      expect(source).toMatch(/^('self'|'sha256-[\w+/]{43}=')$/);
    }
    expect(policy['script-src-attr'] ?? []).toEqual([]);

    const inline = [...response.body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes]) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes ?? ''))
      .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    const hashes = scripts.filter((source) => source !== "'self'");
    expect(hashes.sort(), 'each inline script, and nothing else').toEqual(
      [...new Set(inline)].sort(),
    );
    expect(response.body).not.toMatch(
      /<style|<[^>]+\sstyle=|<[^>]+\son(click|load|error|submit)=|nonce="[^"]/i,
    );
    const links = response.body.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g);
    const addresses = [...links].map(([, address = '']) => address);
    const foreign = addresses.filter((address) => /^https?:/.test(address));
    expect(foreign.filter((address) => !address.startsWith(t.ctx.config.publicUrl))).toEqual([]);
  },
);

test('logs reports of blocked content without secrets, at most 20 lines a minute (SEC14)', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const app = await startApp('sqlite', { log });
  const send = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: '/policy-reports',
      payload,
      headers: { 'content-type': 'application/csp-report' },
    });
  const sent = JSON.stringify({
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/steal?token=abc',
      'document-uri': 'https://www.example.com/reset/a-secret-code?x=1',
      'source-file': 'https://www.example.com/assets/portal.js',
      'line-number': 7,
    },
  });
  expect((await send(sent)).statusCode).toBe(204);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    page: '/reset',
    source: '/assets/portal.js',
    line: 7,
  });
  for (let n = 0; n < 60; n += 1) await send(sent);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.join('')).not.toMatch(/secret-code|token=/);
  for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}\n$/);
  expect((await send('{')).statusCode).toBe(400);
  expect((await send(`"${'x'.repeat(20_000)}"`)).statusCode).toBe(413);
  await app.close();
});

test.each(['//', '//[', '//evil.example/about', '///', '/%2f%2fevil.example', '/about?x=//%00'])(
  'the URL %s redirects to no other site and fails cleanly',
  async (url) => {
    const response = await t.app.inject({ url, headers: { host: 'evil.example' } });
    expect(response.statusCode).toBeLessThan(500);
    expectSafe(response, url);
    expect(String(response.headers.location ?? '')).not.toMatch(/^(https?:)?\/\//);
    const canonical = /<link[^>]+rel="canonical"[^>]*>/.exec(response.body)?.[0] ?? '';
    expect(canonical).not.toContain('evil.example');
    expect((await t.app.inject('/about')).body).not.toContain('evil.example');
  },
);

test.each([
  ['broken multipart', 'multipart/form-data; boundary=x', '--x\r\nfoo', 415],
  ['text', 'text/plain', 'company_name=x', 415],
  ['JSON', 'application/json', '{}', 415],
  ['nothing', undefined, '', 415],
  ['a broken form', 'application/x-www-form-urlencoded', '%zz=%ff&=&company_name=%00', 400],
  ['a large form', 'application/x-www-form-urlencoded', `a=${'x'.repeat(1_100_000)}`, 413],
  ['a form of pairs', 'application/x-www-form-urlencoded', '&'.repeat(1_000_000), 413],
])('refuses to post %s to a page', async (_label, type, payload, status) => {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await t.app.inject({ method: 'POST', url: '/inquiry', headers, payload });
  expect(response.statusCode).toBe(status);
  expectSafe(response, type ?? 'nothing');
  expect(response.body).not.toMatch(/node_modules|\bat [\w.]+ \(/);
});

test('accepts forms from this site under any of its names, and rejects others (SEC15)', async () => {
  const post = (headers: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: '/inquiry',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'company_name=x',
    });
  const own: Record<string, string>[] = [
    {},
    { host: 'www.example.com', origin: 'https://www.example.com' },
    { host: 'inside:8080', origin: t.ctx.config.publicUrl },
  ];
  for (const headers of own) {
    // The form is shown again with its errors.
    expect((await post(headers)).body).toContain('This field is required.');
  }
  for (const origin of ['https://evil.example', 'null']) {
    const refused = await post({ host: 'www.example.com', origin });
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      'This form came from another site. Open it here and send it again.',
    ]);
  }
});

test.each(others)('%s has the headers of the pages', async (url) => {
  const response = await t.app.inject(url);
  expect(response.statusCode).toBeLessThan(400);
  expectSafe(response, url);
});

test.each([
  ...['/.git/config', '/.env', '/package.json', '/server/main.mjs', '/build/client/', '/assets'],
  ...['/assets/', '/assets/../../../package.json', '/assets/%2e%2e/%2e%2e/%2e%2e/package.json'],
  ...['/files/', '/data/', '/metrics'],
])('%s is 404: no sources, no list of a folder, no metrics', async (url) => {
  const response = await t.app.inject({ url, headers: t.admin.headers });
  expect(response.statusCode).toBe(404);
  expectSafe(response, url);
  expect(response.body).not.toMatch(/devDependencies|\[core\]|Index of|import \{|headrack_/);
});

test('serves the worker for the whole site, revalidated each time', async () => {
  const response = await t.app.inject('/service-worker.js');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.headers.etag).toBeDefined();
  expect(policyOf(response)).toEqual({
    'default-src': ["'none'"],
    'connect-src': ["'self'"],
    'img-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
});

test.each(endpoints)(
  '$name: not stored, no CORS, no cookies for anyone (SEC35)',
  async (endpoint) => {
    const { method, path } = endpoint;
    const url = path.replace('{id}', '1');
    const origin = 'https://evil.example';
    const asked = { origin, 'access-control-request-method': 'POST' };
    const responses = [
      await t.app.inject({ method, url }),
      await t.app.inject({ method, url, headers: { ...t.employee.headers, origin } }),
      await t.app.inject({ method: 'OPTIONS', url, headers: asked }),
    ];
    for (const response of responses) {
      expectSafe(response, `${endpoint.name} ${response.statusCode}`);
      // Any cache may store public responses, but must revalidate them.
      const open = endpoint.access === 'public' && response.headers.etag !== undefined;
      expect(response.headers['cache-control']).toBe(open ? 'no-cache' : 'no-store');
      expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    }
  },
);

test('never reads a cookie', async () => {
  const { token } = t.admin;
  const cookie = `token=${token}; Authorization=Bearer ${token}; session=${token}`;
  const response = await t.app.inject({ url: '/api/user', headers: { cookie } });
  expect([response.statusCode, response.json().error]).toEqual([
    401,
    'Access denied. No token provided.',
  ]);
  const inQuery = await t.app.inject({ url: `/api/user?token=${token}&access_token=${token}` });
  expect(inQuery.statusCode).toBe(401);
});

describe('X-Forwarded-For', () => {
  const limited = (trustProxy: string[] | null) =>
    startApp('sqlite', { config: { rateLimits: true, trustProxy } });
  const send = (app: TestApp, forwarded: string, remoteAddress = '198.51.100.7') => {
    const names = { 'x-real-ip': forwarded, forwarded: `for=${forwarded}` };
    const headers = { 'x-forwarded-for': forwarded, ...names };
    const payload = sampleBody('sendInquiry');
    return app.app.inject({ method: 'POST', url: '/api/inquiry', payload, remoteAddress, headers });
  };

  test.each([
    ['no proxy is trusted', null],
    ['another proxy is trusted', ['10.0.0.1']],
  ])('from a stranger is ignored: %s', async (_label, trustProxy) => {
    const app = await limited(trustProxy);
    const statuses: number[] = [];
    for (let n = 1; n <= 7; n += 1) statuses.push((await send(app, `203.0.113.${n}`)).statusCode);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const last = await send(app, '203.0.113.99');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.json()).toEqual({
      code: 'rate_limited',
      error: expect.stringMatching(/^[A-Z].+\.$/),
    });
    expect((await send(app, '203.0.113.1', '198.51.100.8')).statusCode).toBe(201);
    const ips = await app.ctx.db.selectFrom('audit').select('ip').distinct().execute();
    expect(ips.map(({ ip }) => ip).filter((ip) => ip.startsWith('203.'))).toEqual([]);
    await app.close();
  });

  test('from our own proxy names the visitor', async () => {
    const app = await limited(['198.51.100.7']);
    for (let n = 1; n <= 7; n += 1) {
      expect((await send(app, `203.0.113.${n}`)).statusCode).toBe(201);
    }
    // Addresses before the one added by our proxy are ignored.
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) {
      statuses.push((await send(app, `192.0.2.${n}, 203.0.113.200`)).statusCode);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    await app.close();
  });
});
