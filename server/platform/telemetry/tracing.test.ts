import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { injectOptions, send } from '../../../tests/fixtures/requests.ts';
import { validRequest } from '../../../tests/fixtures/valid-requests.ts';
import { startApp } from '../../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import { freePort } from '../../../tests/harness/free-port.ts';
import { startServer } from '../../../tests/harness/server.ts';
import { startSmtp } from '../../../tests/harness/smtp.ts';
import { ping } from '../../database/open.ts';
import type { Tracing } from '../../tracing.ts';
import { mailTask } from '../mail/mail-task.ts';
import type { Span } from './span.ts';
import { SpanExporter } from './span-exporter.ts';

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

onBothDatabases('traces', (engine) => {
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
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    const insert = queries.find(({ name }) => name === 'insert damages');
    expect(insert && valuesOf(insert)).toEqual({
      'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql',
      'db.operation.name': 'insert',
      'db.collection.name': 'damages',
    });
    for (const query of queries) {
      expect(query).toMatchObject({ traceId, kind: 3 });
      const from = BigInt(query.startTimeUnixNano) - BigInt(request?.startTimeUnixNano ?? 0);
      // It can end later: some work goes on after the response.
      expect(from >= 0n).toBe(true);
    }
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['storage read', 'mail send']),
    );
    // A missing file is no failure of the storage.
    expect(spans.filter(({ status }) => status)).toEqual([]);
    expect(spans.some((span) => span.traceId === unsampled.traceparent.slice(3, 35))).toBe(false);
    expect(collector.bodies.join().includes(secret)).toBe(false);
    expect(collector.bodies.join()).not.toContain(t.admin.token);
  });

  test('a task that a request wakes is no part of its trace', async () => {
    const collector = await startCollector();
    const t = await startApp(engine, { config: { tracing: tracingTo(collector.url) } });
    const { tasks, db, telemetry } = t.ctx;
    const ran = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      await ping(db);
      runs += 1;
      if (runs === 2) ran.resolve();
    };
    tasks.add({ name: 'woken', every: 3_600_000, limit: 60_000, run });
    const request = telemetry?.tracer?.startRequest(undefined, 'x') ?? null;
    await expect.poll(() => runs).toBe(1);
    telemetry?.tracer?.within(request, () => tasks.wake('woken'));
    await ran.promise;
    await t.close();
    expect(collector.spans.filter(({ traceId }) => traceId === request?.traceId)).toEqual([]);
  });

  test('a dead collector costs the spans and nothing else', async () => {
    const tracing = tracingTo(`http://127.0.0.1:${await freePort()}`);
    const t = await startApp(engine, { config: { tracing } });
    const exporter = t.ctx.telemetry?.tracer?.exporter;
    for (let n = 0; n < 200; n += 1) {
      const response = await send(t, 'GET', '/api/damages', t.admin);
      expect(response.statusCode).toBe(200);
    }
    await expect.poll(() => exporter?.counts.lost ?? 0, { timeout: 5_000 }).toBeGreaterThan(0);
    const from = performance.now();
    await t.close();
    expect(performance.now() - from).toBeLessThan(4_000);
  });
});

sqliteOnly.describe('the exporter', () => {
  const span: Span = {
    ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: '', name: 'x' },
    ...{ kind: 'server', from: 1, to: 2, attributes: {}, failed: false },
  };

  test('keeps a bounded number of spans, and warns once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const exporter = new SpanExporter(tracingTo(`http://127.0.0.1:${await freePort()}`), log);
    for (let n = 0; n < 10_000; n += 1) exporter.add(span);
    expect(exporter.waiting).toBeLessThanOrEqual(2_048);
    await expect.poll(() => lines.length).toBe(1);
    for (let n = 0; n < 10_000; n += 1) exporter.add(span);
    expect(exporter.waiting).toBe(2_048);
    await exporter.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the collector takes no traces');
    expect(lines[0]).toContain('ECONNREFUSED');
    expect(exporter.counts).toMatchObject({ sent: 0 });
  });

  test('sends everything to a collector that responds', async () => {
    const collector = await startCollector();
    const exporter = new SpanExporter(tracingTo(collector.url), pino({ level: 'silent' }));
    for (let n = 0; n < 1_200; n += 1) exporter.add(span);
    await expect.poll(() => exporter.counts.sent, { timeout: 10_000 }).toBe(1_200);
    expect(collector.spans).toHaveLength(1_200);
    await exporter.close();
  });
});

/** Prints each module of OpenTelemetry and of our traces that a server loads. */
const printLoads = `
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      if (/opentelemetry|prom-client|tracer/.test(url)) writeSync(2, 'loads ' + url + '\\n');
      return next(url, context);
    },
  });`;

sqliteOnly.test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
] as const)('with the settings %o modules for traces are loaded: %s', async (env, isLoaded) => {
  const code = `data:text/javascript,${encodeURIComponent(printLoads)}`;
  const server = await startServer({ env, cheapPasswords: true, nodeArgs: ['--import', code] });
  await server.stop();
  expect(server.output().includes('loads ')).toBe(isLoaded);
});
