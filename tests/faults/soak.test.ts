/** A server under mixed load for a long time keeps its memory, files, timers and listeners (FLT16). */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { engines, freshPostgres } from '../harness/databases.ts';
import { isFull } from '../harness/is-full.ts';
import { formBody, multipartOf, pdfOf } from '../harness/multipart.ts';
import { marker, type Resources, readResources } from '../harness/resources.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { page, request } from '../realtime/pages.ts';

/** Minutes under load; without FULL a few seconds, which show what a single call leaves open. */
const minutes = isFull ? Number(process.env.SOAK_MINUTES ?? 60) : 0.02;
/** The part of the time in which caches fill and code compiles. */
const warmUp = 1 / 3;
/** Socket connections per hour. */
const connectsPerHour = 5000;
const megabyte = 1024 * 1024;
const maxSlope = 1;

interface Sample extends Resources {
  /** Hours since the start. */
  at: number;
}

/** The least-squares slope per hour, and its standard error. */
function slopeOf(samples: readonly Sample[], key: 'rss' | 'heapUsed') {
  const points = samples.map((sample) => ({ x: sample.at, y: sample[key] / megabyte }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
  const rest = points.reduce((sum, p) => sum + (p.y - y - slope * (p.x - x)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) };
}

const measure = async (server: RunningServer, at: number): Promise<Sample> => ({
  at,
  ...(await readResources(server)),
});

/** What must not grow. */
const counts = ['fds', 'timers', 'listeners', 'emitters'] as const;

type Load = () => Promise<unknown>;

interface Loads {
  calls: Load[];
  connect: Load;
  /** How often a busy server asked to come again. */
  refused: () => number;
}

/** Each kind of call once: reads, writes that undo themselves, files, refused and broken calls, sockets. */
async function loadsOn(server: RunningServer): Promise<Loads> {
  const admin = await signInAdmin(server.url);
  const driver = await createUser(server.url, admin, 'driver');
  const bearer = ({ token }: Colleague) => ({ authorization: `Bearer ${token}` });
  let refused = 0;

  async function call(method: string, path: string, init: RequestInit = {}, allowed = [200, 201]) {
    // A connection per call, so that none is left open between them.
    const headers = { ...bearer(admin), connection: 'close', ...init.headers };
    const signal = AbortSignal.timeout(30_000);
    const ask = () => fetch(server.url + path, { method, signal, ...init, headers });
    let response = await ask();
    const wasRefused = response.status === 503;
    // The other tests of a full run share the database's disk.
    for (; response.status === 503; response = await ask()) {
      await response.arrayBuffer();
      refused += 1;
      await pause(1000);
    }
    const text = await response.text();
    // What it didn't answer, it may have done.
    const isDeleted = wasRefused && method === 'DELETE' && response.status === 404;
    if (!isDeleted && !allowed.includes(response.status)) {
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    }
    return text;
  }
  const postJson = (path: string, body: unknown, allowed?: number[]) =>
    call(
      'POST',
      path,
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      allowed,
    );
  const post = async (path: string, body: unknown) => JSON.parse(await postJson(path, body));
  const form = ({ payload, headers }: ReturnType<typeof multipartOf>): RequestInit => ({
    body: new Uint8Array(payload),
    headers,
  });

  async function writeJob(): Promise<void> {
    const { id } = await post('/api/careers', sampleBody('createJob'));
    await call('GET', `/api/careers/${id}`);
    await call('DELETE', `/api/careers/${id}`);
  }

  async function uploadFile(): Promise<void> {
    const file = { name: 'file', value: pdfOf(randomUUID(), 200_000), filename: 'Week 40.pdf' };
    const body = formBody({ user_ids: `[${driver.userId}]` }, file);
    const { file_id: id } = JSON.parse(await call('POST', '/api/training/upload', form(body)));
    const list = JSON.parse(await call('GET', '/api/training/files'));
    const row = list.find((entry: { file_id: number }) => entry.file_id === id);
    const key = encodeURIComponent(row.file_path);
    const { url } = JSON.parse(await call('GET', `/api/reports/presigned-get?path=${key}`));
    await call('GET', url.replace(server.url, ''));
    await call('DELETE', `/api/training/files/${id}`);
  }

  async function abortUpload(): Promise<void> {
    const file = { name: 'file', value: pdfOf('cut', 500_000), filename: 'a.pdf' };
    const body = form(formBody({ user_ids: '[]' }, file));
    const own = body.headers as Record<string, string>;
    const headers = { ...bearer(admin), connection: 'close', ...own };
    const signal = AbortSignal.timeout(5);
    const sent = fetch(`${server.url}/api/training/upload`, {
      ...body,
      method: 'POST',
      headers,
      signal,
    });
    await sent.then((response) => response.arrayBuffer()).catch(() => undefined);
  }

  async function connect(): Promise<void> {
    // As pages do: a server that may have missed events of other nodes ends its connections, and they come again.
    const socket = page(server.url, driver.token, { reconnection: true });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const message = {
      receiverId: admin.userId,
      content: 'A load of four',
      clientId: randomUUID(),
    };
    const send = () => request<{ success: boolean }>(socket, 'send_message', message);
    // What stays unanswered is sent again; its id lets it be stored once.
    const ack = await send().catch(send).catch(send);
    expect(ack.success).toBe(true);
    socket.disconnect();
  }

  const calls = [
    writeJob,
    uploadFile,
    abortUpload,
    () => call('GET', '/api/careers'),
    () => call('GET', '/api/users'),
    () => call('GET', '/api/messages/conversations'),
    () => call('GET', '/careers'),
    () => call('GET', '/api/none', {}, [404]),
    () => postJson('/api/careers', { position: 5 }, [400]),
    () => postJson('/api/login', { username: 'admin', password: 'wrong' }, [401]),
    () => call('POST', '/api/training/upload', form(multipartOf([])), [400, 415]),
    () => call('GET', '/api/users', { headers: { authorization: 'Bearer a.b.c' } }, [401]),
  ];
  return { calls, connect, refused: () => refused };
}

interface Soaked {
  samples: Sample[];
  calls: number;
  refused: number;
  /** At rest, after each call was made once and after the load. */
  before: Sample;
  after: Sample;
}

/** Waits until the process holds no more than before; returns what it holds then, or after half a minute. */
async function atRest(server: RunningServer, before: Sample): Promise<Sample> {
  const end = Date.now() + 30_000;
  for (;;) {
    const sample = await measure(server, 0);
    const isSettled = counts.every((key) => sample[key] <= before[key]);
    if (isSettled || Date.now() > end) return sample;
    await pause(300);
  }
}

/** Two callers, and a visitor who connects again and again. */
async function soak(server: RunningServer): Promise<Soaked> {
  const { calls, connect, refused } = await loadsOn(server);
  for (const work of [...calls, connect, ...calls, connect]) await work();
  await pause(300);
  const before = await measure(server, 0);
  const start = performance.now();
  const hours = () => (performance.now() - start) / 3_600_000;
  const samples: Sample[] = [];
  let count = 0;
  const repeat = async (work: Load, ms: number) => {
    while (hours() * 60 < minutes) {
      await work();
      count += 1;
      await pause(ms);
    }
  };
  const nextCall: Load = async () => {
    await calls[count % calls.length]?.();
  };
  const watch: Load = async () => samples.push(await measure(server, hours()));
  await Promise.all([
    repeat(nextCall, 20),
    repeat(nextCall, 20),
    repeat(connect, isFull ? 3_600_000 / connectsPerHour : 20),
    repeat(watch, (minutes * 60_000) / 150),
  ]);
  const after = await atRest(server, before);
  return { samples, calls: count, refused: refused(), before, after };
}

test.concurrent.for(isFull ? engines : (['sqlite'] as const))(
  'keeps memory, files, timers and listeners on %s (FLT16)',
  { timeout: (minutes + 10) * 60_000 },
  async (engine, { annotate }) => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    const env: Record<string, string> = database
      ? { DATABASE_URL: database.url, TOKEN_SECRET: 'a secret for tests alone, long enough' }
      : {};
    const nodeArgs = ['--expose-gc', '--import', './tests/harness/report-resources.ts'];
    const server = await startServer({ env, nodeArgs, cheapPasswords: true });
    try {
      const { samples, calls, refused, before, after } = await soak(server);
      const held = Object.fromEntries(counts.map((key) => [key, after[key]]));
      const heldBefore = Object.fromEntries(counts.map((key) => [key, before[key]]));
      const about = JSON.stringify({ before: heldBefore, after: held });
      for (const key of counts) expect(after[key], about).toBeLessThanOrEqual(before[key]);
      const lines = server.output().split('\n');
      const errors = lines.filter((line) => /"level":[56]0|MaxListenersExceeded/.test(line));
      expect(errors.filter((line) => !line.includes('"status":503'))).toEqual([]);
      expect(refused).toBeLessThanOrEqual(calls / 1000);
      if (!isFull) return;
      const warm = samples.filter(({ at }) => at * 60 > minutes * warmUp);
      const [rss, heap] = [slopeOf(warm, 'rss'), slopeOf(warm, 'heapUsed')];
      const text = ({ slope, error }: typeof rss) =>
        `${slope.toFixed(2)} ± ${error.toFixed(2)} MB/h`;
      const sum = `${calls} calls in ${minutes} min on ${engine}, ${refused} of them refused with 503`;
      const memory = `memory ${text(rss)}, heap ${text(heap)}`;
      await annotate(`${sum}: ${memory}, before and after ${about}`, 'measured');
      // Memory is given back in steps, and caches fill: only half an hour or more shows a slope.
      for (const { slope, error } of minutes < 30 ? [] : [rss, heap]) {
        expect(slope - 2 * error, memory).toBeLessThan(maxSlope);
      }
    } catch (error) {
      const lines = server.output().split('\n');
      console.error(
        lines
          .filter((line) => !line.startsWith(marker))
          .join('\n')
          .slice(-5_000),
      );
      throw error;
    } finally {
      await server.kill();
      await database?.drop();
    }
  },
);
