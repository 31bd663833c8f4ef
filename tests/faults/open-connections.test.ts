import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { boundary, formBody, partHead, pdfOf } from '#tests/harness/multipart.ts';
import { type RawClient, rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';
import { whole } from '#tests/records/hiring.ts';

const soon = 60_000;

async function listening(config: Parameters<typeof startApp>[1] = {}) {
  const t = await startApp('sqlite', config);
  onTestFinished(() => t.close());
  return { t, url: await t.app.listen({ host: '127.0.0.1', port: 0 }) };
}

const limited = { rateLimits: true };
/** Requests from this machine come through a proxy that names the visitor. */
const proxied = { ...limited, trustProxy: ['127.0.0.1'] };

const type = `multipart/form-data; boundary=${boundary}`;
const start = partHead({ name: 'resume', filename: 'a.pdf' });

/** Begins an application with a resume and sends no more of it. */
function begin(url: string, visitor: string) {
  const head = `POST /api/application HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${visitor}\r\nContent-Type: ${type}\r\nContent-Length: 9999\r\n\r\n`;
  return rawClient(url, head, `${start}%PDF-`);
}

const postForm = ({ app }: TestApp, visitor: string) =>
  app.inject({
    method: 'POST',
    url: '/api/application',
    remoteAddress: '127.0.0.1',
    ...formBody(whole, { name: 'resume', value: pdfOf(), filename: 'Anna.pdf' }),
    headers: { 'content-type': type, 'x-forwarded-for': visitor },
  });

/** Begins uploads; returns those that the server is reading, once the others got 503. */
async function beginAll(url: string, visitors: readonly string[], accepted: number) {
  const clients = visitors.map((visitor) => begin(url, visitor));
  const isRefused = (client: RawClient) => /^HTTP\/1.1 503 /.test(client.text());
  const others = visitors.length - accepted;
  await until(`${others} got 503`, soon, () => clients.filter(isRefused).length === others);
  const reading = clients.filter((client) => client.text() === '');
  expect(reading).toHaveLength(accepted);
  return reading;
}

test('accepts eight unfinished uploads of a network and a hundred in all, of which the network with the most gives way (FLT13)', async () => {
  const { t, url } = await listening({ config: proxied });
  const visitors = Array.from({ length: 12 }, (_, n) => `203.0.113.${n}`);
  const [first] = await beginAll(url, visitors, 8);
  const refused = await postForm(t, '203.0.113.99');
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { code: 'busy', error: 'The service is busy. Try again in a moment.' },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await postForm(t, '198.51.100.1')).statusCode).toBe(201);
  first?.socket.destroy();
  await until('its place is free', soon, async () => {
    return (await postForm(t, '203.0.113.99')).statusCode === 201;
  });
  // With the seven that are left, of 13 more networks with eight each, as one attacker may have.
  const many = Array.from({ length: 104 }, (_, n) => `198.51.${Math.floor(n / 8)}.${n % 8}`);
  await beginAll(url, many, 93);
  expect((await postForm(t, '203.0.114.1')).statusCode).toBe(201);
});

/** Opens connections; returns how many of them the server leaves open. */
async function openOf(url: string, count: number): Promise<() => number> {
  const { hostname, port } = new URL(url);
  let open = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.resume();
      socket.once('close', () => {
        open -= 1;
      });
      await once(socket, 'connect');
      open += 1;
    }),
  );
  return () => open;
}

test('closes the connections of one address above 200 (FLT13)', async () => {
  const { t, url } = await listening({ config: limited });
  const open = await openOf(url, 205);
  await until('5 of 205 are closed', soon, () => open() === 200);
  t.app.server.closeAllConnections();
  await until('none is left', soon, () => open() === 0);
  const again = await openOf(url, 100);
  const response = await fetch(`${url}/healthz`);
  expect([response.status, again()]).toEqual([200, 100]);
});

test('leaves all connections of a trusted proxy open, whether its address or its network is named', async () => {
  for (const trustProxy of [['127.0.0.1'], ['127.0.0.0/8', '::1']]) {
    const { url } = await listening({ config: { ...limited, trustProxy } });
    const open = await openOf(url, 205);
    const response = await fetch(`${url}/healthz`);
    expect([response.status, open()]).toEqual([200, 205]);
  }
});
