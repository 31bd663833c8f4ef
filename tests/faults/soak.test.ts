/** A server under mixed load for a long time keeps its memory, files, timers and listeners (FLT16). */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { type Colleague, createUser, signInAdmin } from '#tests/harness/chat-client.ts';
import { engines, freshPostgres } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { formBody, multipartOf, pdfOf } from '#tests/harness/multipart.ts';
import { marker, type Resources, readResources } from '#tests/harness/resources.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { page, request } from '../realtime/pages.ts';

/** Minutes under load. `npm test` makes each call twice instead, which shows what a single call leaves open. */
const minutes = isFull ? Number(process.env.SOAK_MINUTES ?? 60) : 0;
/** Socket connections per hour. */
const connectsPerHour = 5000;
/** Megabytes that may be added in an hour, once caches are filled and code is compiled. */
const maxGrowth = { heapUsed: 5, rss: 30 };

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
    const signal = AbortSignal.timeout(60_000);
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

/** Waits until the process holds no more than before; returns what it holds then, or after two minutes. */
async function atRest(server: RunningServer, before: Resources): Promise<Resources> {
  const end = Date.now() + 120_000;
  for (;;) {
    const now = await readResources(server);
    if (counts.every((key) => now[key] <= before[key]) || Date.now() > end) return now;
    await pause(100);
  }
}

/** Two callers, and a visitor who connects again and again, for so many minutes; returns the number of calls. */
async function load({ calls, connect }: Loads, forMinutes: number): Promise<number> {
  const end = performance.now() + forMinutes * 60_000;
  let count = 0;
  const repeat = async (work: Load, ms: number) => {
    while (performance.now() < end) {
      await work();
      count += 1;
      await pause(ms);
    }
  };
  const nextCall: Load = async () => calls[count % calls.length]?.();
  const ms = 3_600_000 / connectsPerHour;
  await Promise.all([repeat(nextCall, 20), repeat(nextCall, 20), repeat(connect, ms)]);
  return count;
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
      const loads = await loadsOn(server);
      const once = async () => {
        for (const work of [...loads.calls, loads.connect]) await work();
      };
      for (let time = 0; time < 2; time += 1) await once();
      // In the first third caches fill and code compiles.
      await load(loads, minutes / 3);
      const before = await readResources(server);
      for (let time = 0; time < 2; time += 1) await once();
      const calls = await load(loads, (minutes * 2) / 3);
      const after = await atRest(server, before);
      const about = JSON.stringify({ before, after });
      for (const key of counts) expect(after[key], about).toBeLessThanOrEqual(before[key]);
      const lines = server.output().split('\n');
      const errors = lines.filter((line) => /"level":[56]0|MaxListenersExceeded/.test(line));
      expect(errors.filter((line) => !line.includes('"status":503'))).toEqual([]);
      if (!isFull) return;
      expect(loads.refused()).toBeLessThanOrEqual(calls / 1000);
      await annotate(`${calls} calls in ${minutes} min on ${engine}: ${about}`, 'measured');
      // Memory is given back in steps: only half an hour or more shows growth.
      for (const [key, max] of minutes < 30 ? [] : Object.entries(maxGrowth)) {
        const grown = (after[key as 'rss'] - before[key as 'rss']) / 2 ** 20;
        expect(grown / ((minutes * 2) / 3 / 60), `${key}: ${about}`).toBeLessThan(max);
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
