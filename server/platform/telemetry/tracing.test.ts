import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { injectOptions } from '../../../tests/fixtures/requests.ts';
import { validRequest } from '../../../tests/fixtures/valid-requests.ts';
import { startApp } from '../../../tests/harness/app.ts';
import { onBothWhenFull } from '../../../tests/harness/databases.ts';
import { startSmtp } from '../../../tests/harness/smtp.ts';
import type { Tracing } from '../../tracing.ts';
import { mailTask } from '../mail/mail-task.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number };
}

const tracingTo = (url: string): Tracing => ({
  ...{ url: `${url}/v1/traces`, headers: { 'api-key': 'k' }, service: 'headrack', ratio: 1 },
});

/** A collector of OTLP over HTTP that remembers what it got. */
async function startCollector(): Promise<{ url: string; bodies: string[]; spans: SentSpan[] }> {
  const found = { url: '', bodies: [] as string[], spans: [] as SentSpan[] };
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const isTaken = request.url === '/v1/traces' && request.headers['api-key'] === 'k';
    if (isTaken) {
      found.bodies.push(body);
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const { spans } of scopeSpans) found.spans.push(...spans);
      }
    }
    response.writeHead(isTaken ? 200 : 404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  found.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return found;
}

const valuesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

onBothWhenFull('traces', (engine) => {
  test('have requests with their queries, files and mails, under their caller, and nothing personal', async () => {
    const collector = await startCollector();
    const smtp = await startSmtp();
    const t = await startApp(engine, {
      config: { tracing: tracingTo(collector.url), smtpUrl: smtp.url },
    });
    const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const secret = 'zymarker';
    const valid = await validRequest(t, 'createDamage');
    const body = { ...valid.body, damage_description: secret };
    const options = injectOptions({ ...valid, body }, t.admin);
    const response = await t.app.inject({
      ...options,
      query: { search: secret },
      headers: { ...options.headers, traceparent: `00-${traceId}-${caller}-01` },
    });
    expect(response.statusCode, response.body).toBe(201);
    await t.ctx.storage.read('resumes/0e0c5a56-6a1c-4d11-9d0a-7f0a6a3c5a10.pdf').catch(() => {});
    const mail = { to: `${secret}@example.com`, subject: secret, text: secret };
    await t.ctx.mailer.enqueue(t.ctx.db, [mail]);
    await mailTask(t.ctx).run();
    const unsampled = { traceparent: `00-${'a'.repeat(32)}-${caller}-00` };
    await t.app.inject({ url: '/api/careers', headers: unsampled });
    await t.close();
    await smtp.die();

    const { spans } = collector;
    const request = spans.find(({ name }) => name === 'POST /api/damages');
    expect(request).toMatchObject({ traceId, parentSpanId: caller, kind: 2 });
    expect(request && valuesOf(request)).toEqual({
      'headrack.request_id': response.headers['x-request-id'],
      'http.request.method': 'POST',
      'http.route': '/api/damages',
      'http.response.status_code': 201,
    });
    const insert = spans.find(({ name }) => name === 'insert damages');
    expect(insert).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: 3 });
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['storage read', 'mail send']),
    );
    // A missing file is no failure of the storage.
    expect(spans.filter(({ status }) => status)).toEqual([]);
    expect(spans.some((span) => span.traceId === unsampled.traceparent.slice(3, 35))).toBe(false);
    expect(collector.bodies.join().includes(secret)).toBe(false);
    expect(collector.bodies.join()).not.toContain(t.admin.token);
  });
});
