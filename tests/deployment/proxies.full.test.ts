/** Caddy and nginx terminate TLS in front of a real server, with the files of deploy/. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { endpoints } from '#contract/wire/endpoints.ts';
import { calendarPath } from '#server/features/time-off/time-off-calendar.service.ts';
import {
  ChatClient,
  type Colleague,
  call,
  createUser,
  signInAdmin,
} from '#tests/harness/chat-client.ts';
import { mp4Of } from '#tests/harness/file-samples.ts';
import { multipartOf } from '#tests/harness/multipart.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { until } from '#tests/harness/until.ts';
import { root } from './containerfile.ts';
import { type RunningProxy, startProxy, whyNoProxy } from './proxies.ts';

const httpsOnly = { code: 'forbidden', request_id: expect.stringMatching(/^[\da-f-]{32,36}$/) };

/** Bytes of a video: almost the largest. */
const videoBytes = 490 * 1024 * 1024;

let server: RunningServer;
let admin: Colleague;
let driver: Colleague;
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://localhost', TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' };
  server = await startServer({ env });
  admin = await signInAdmin(server.url);
  driver = await createUser(server.url, admin, 'driver');
});
afterAll(() => server.stop());

/** Fails to sign in from another address of this machine, with a forged header. */
async function failFrom(localAddress: string, { url, authority }: RunningProxy): Promise<number> {
  const { port } = new URL(url);
  const call = request({
    ...{ host: '127.0.0.1', port, servername: 'localhost', ca: authority, localAddress },
    ...{ method: 'POST', path: '/api/login' },
    headers: {
      host: `localhost:${port}`,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
    },
  });
  call.end(JSON.stringify({ username: 'nobody', password: 'not the one' }));
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

const webRoutes = readFileSync(join(root, 'web/routes.ts'), 'utf8');
/** Every path of the contract, the pages and the files with something that varies in it: a code, a calendar, a key. */
const variedPaths = [
  ...endpoints.map(({ path }) => path),
  ...[...webRoutes.matchAll(/'([\w/-]+\/:\w+)'/g)].map(([, path]) => `/${path}`),
  `${calendarPath}/1-:secret.ics`,
  '/files/resumes/:key.pdf',
  '/exports/:link',
  '/',
].map((path) => path.replace(/\{\w+\}|:\w+/g, 'hidden'));

/** Sends a request to each of these paths, with a secret in its query and in the page that it comes from. */
async function visitAll({ url }: RunningProxy, method: 'GET' | 'POST'): Promise<Set<number>> {
  const headers = { referer: `${url}/reset/hidden`, authorization: 'Bearer hidden' };
  const visits = [...new Set(variedPaths)].map((path) =>
    fetch(`${url}${path}?seal=hidden`, { method, headers, redirect: 'manual' }),
  );
  return new Set((await Promise.all(visits)).map(({ status }) => status));
}

describe.each(['caddy', 'nginx'])('%s', (name) => {
  const missing = whyNoProxy(name);
  let proxy: RunningProxy;
  beforeAll(async () => {
    if (missing !== null) return;
    proxy = await startProxy(name, new URL(server.url).host);
    setDefaultCACertificates([...getCACertificates(), proxy.authority]);
  });
  beforeEach(({ skip }) => skip(missing !== null, missing ?? ''));
  afterAll(() => proxy?.close());

  test('serves pages over TLS and redirects plain HTTP', async () => {
    const page = await fetch(proxy.url, { headers: { 'accept-encoding': 'br' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(page.headers.get('strict-transport-security')).not.toBeNull();
    const plain = await fetch(`${proxy.plainUrl}/about?a=b`, { redirect: 'manual' });
    const location = plain.headers.get('location')?.replace(/:\d+/, '');
    expect([plain.status >= 301, location]).toEqual([true, 'https://localhost/about?a=b']);
  });

  test('refuses calls over plain HTTP', async () => {
    for (const path of ['/api/login', '/api/careers', '/files/a.pdf?seal=b', '/socket.io/?EIO=4']) {
      const refused = await fetch(`${proxy.plainUrl}${path}`, {
        method: 'POST',
        redirect: 'manual',
      });
      const body = (await refused.json()) as object;
      expect([path, refused.status, body]).toEqual([path, 403, expect.objectContaining(httpsOnly)]);
    }
  });

  test('logs no code, calendar or signature, of failures neither', async () => {
    expect(variedPaths.filter((path) => path.includes('hidden')).length).toBeGreaterThan(30);
    await visitAll(proxy, 'GET');
    const dead = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(dead, 'listening');
    const { port } = dead.address() as AddressInfo;
    const failing = await startProxy(name, `127.0.0.1:${port}`);
    try {
      setDefaultCACertificates([...getCACertificates(), failing.authority]);
      expect(await visitAll(failing, 'POST')).toEqual(new Set([502]));
      await until('the failures are logged', 60_000, () => failing.readLog().includes('502'));
      expect(proxy.readLog() + failing.readLog()).not.toContain('hidden');
    } finally {
      await failing.close();
      dead.close();
    }
    if (name === 'nginx') expect(proxy.readLog()).toMatch(/ GET \/api\/reset 400 .* 400$/m);
  });

  test('passes web sockets', async () => {
    const clients = [
      new ChatClient(proxy.url, admin, [driver.userId]),
      new ChatClient(proxy.url, driver, [admin.userId]),
    ] as const;
    const [office, phone] = clients;
    try {
      await until('both are connected', 60_000, () =>
        clients.every(({ connects }) => connects > 0),
      );
      office.write(driver.userId, `Through ${name}.`);
      const arrived = () => phone.with(admin.userId).some(({ content }) => content.includes(name));
      await until('the message arrives', 60_000, arrived);
    } finally {
      for (const client of clients) client.close();
    }
  });

  test('streams a large upload while it arrives', async () => {
    const { payload, headers } = multipartOf([
      { name: 'user_ids', value: `[${driver.userId}]` },
      { name: 'file', value: mp4Of(videoBytes), filename: `${name}.mp4` },
    ]);
    const halves = new ReadableStream<Uint8Array>({
      start: async (stream) => {
        stream.enqueue(payload.subarray(0, payload.length / 2));
        // A proxy that waits for the whole body would never let this happen.
        await until(
          'the first half arrives',
          30_000,
          () => readdirSync(join(server.dataDir, 'tmp')).length > 0,
        );
        stream.enqueue(payload.subarray(payload.length / 2));
        stream.close();
      },
    });
    const authorization = `Bearer ${admin.token}`;
    // TypeScript's fetch is the browser's, which has no `duplex` yet.
    const upload: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...headers, authorization },
      body: halves,
      duplex: 'half',
    };
    const response = await fetch(`${proxy.url}/api/training/upload`, upload);
    expect(response.status, await response.text()).toBe(201);
  });

  test('names the visitor, whose own header counts for nothing', async ({ skip }) => {
    skip(process.platform !== 'linux', 'needs 127.0.0.2');
    expect(await failFrom('127.0.0.2', proxy)).toBe(401);
    const list = () => call<AuditEntry[]>(`${server.url}/api/audit`, admin);
    await until('the refusal is stored', 60_000, async () =>
      (await list()).some(({ ip }) => ip === '127.0.0.2'),
    );
    expect((await list()).filter(({ ip }) => ip.startsWith('203.'))).toEqual([]);
  });
});
