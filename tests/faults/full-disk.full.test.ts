/** A full disk: reads continue, writes are refused, and everything recovers without a restart. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { SystemStatus } from '#contract/status.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { signInAdmin } from '#tests/harness/chat-client.ts';
import { mp4Of } from '#tests/harness/file-samples.ts';
import { LoopDisk, whyNoLoopDisk } from '#tests/harness/loop-disk.ts';
import { multipartOf } from '#tests/harness/multipart.ts';
import { type RunningServer, type ServerOptions, startServer } from '#tests/harness/server.ts';
import { until } from '#tests/harness/until.ts';

const noDisk = whyNoLoopDisk();
const mebibyte = 1024 * 1024;

let disk: LoopDisk | null = null;
const running: RunningServer[] = [];
async function start(options: ServerOptions): Promise<RunningServer> {
  const server = await startServer(options);
  running.push(server);
  return server;
}
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
  disk?.remove();
  disk = null;
});

/** An admin who posts jobs of 6 kB, and remembers which ones were acknowledged. */
class Admin {
  readonly acknowledged = new Set<number>();
  server: RunningServer;
  #token = '';

  constructor(server: RunningServer) {
    this.server = server;
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.server.url + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(20_000),
    });
  }

  async signIn(): Promise<void> {
    this.#token = (await signInAdmin(this.server.url)).token;
  }

  #post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Returns whether the job was stored; a refusal must be a 503 or 507 with a sentence. */
  async write(): Promise<boolean> {
    const text = { companyInformation: 'Cars by the truckload. '.repeat(260) };
    const response = await this.#post('/api/careers', { ...sampleBody('createJob'), ...text });
    const reply = (await response.json()) as { id: number; error?: string };
    if (response.status === 201) {
      this.acknowledged.add(reply.id);
      return true;
    }
    expect([503, 507], JSON.stringify(reply)).toContain(response.status);
    expect(reply.error).toMatch(/\.$/);
    return false;
  }

  async writeUntilRefused(): Promise<void> {
    while (await this.write());
  }

  async upload(bytes: Buffer): Promise<number> {
    const { payload, headers } = multipartOf([
      { name: 'user_ids', value: '[1]' },
      { name: 'file', value: bytes, filename: 'loading.mp4', type: 'video/mp4' },
    ]);
    const body = new Uint8Array(payload);
    const response = await this.call('/api/training/upload', { method: 'POST', headers, body });
    const reply = (await response.json()) as { error?: string };
    if (response.status !== 201) expect(reply.error).toMatch(/\.$/);
    return response.status;
  }

  /** Reads a record, a list and a page of the portal's data. */
  async expectReads(): Promise<void> {
    const [id = 0] = this.acknowledged;
    for (const path of [`/api/careers/${id}`, '/api/careers?limit=5', '/api/users', '/healthz']) {
      expect((await this.call(path)).status, path).toBe(200);
    }
  }

  async diskProblems(): Promise<string> {
    const response = await this.call('/api/status');
    expect(response.status).toBe(200);
    const { parts } = (await response.json()) as SystemStatus;
    return parts.find(({ name }) => name === 'disk')?.problems.join(' ') ?? '';
  }

  /** Waits until a write succeeds; returns the seconds. */
  async recover(): Promise<number> {
    return (await until('a write succeeds', 10_000, () => this.write())) / 1000;
  }

  /** Asserts that the database is intact and has every acknowledged job. */
  expectAll(): void {
    const database = new DatabaseSync(join(this.server.dataDir, 'headrack.sqlite'));
    try {
      const stored = new Set(
        database
          .prepare('select id from jobs')
          .all()
          .map((row) => row.id),
      );
      expect([...this.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    } finally {
      database.close();
    }
  }
}

async function begin(options: ServerOptions = {}): Promise<{ disk: LoopDisk; admin: Admin }> {
  disk = new LoopDisk(160);
  const admin = new Admin(await start({ dataDir: join(disk.folder, 'data'), ...options }));
  await admin.signIn();
  expect(await admin.write()).toBe(true);
  await until('the reserve is made', 10_000, () =>
    existsSync(join(admin.server.dataDir, 'reserve')),
  );
  return { disk, admin };
}

/** The ways to fill the disk; each returns once it is full. */
const paths: Record<string, (disk: LoopDisk, admin: Admin) => Promise<void>> = {
  'the table': async (on, admin) => {
    on.fill(8 * mebibyte);
    await admin.writeUntilRefused();
  },
  'an upload': async (on, admin) => {
    on.fill(30 * mebibyte);
    expect(await admin.upload(mp4Of(60 * mebibyte))).toBe(503);
    expect(readdirSync(join(admin.server.dataDir, 'tmp'))).toEqual([]);
    on.fill();
    expect(await admin.upload(mp4Of(1_000))).toBe(503);
  },
};

describe('a disk of 160 MB that is full', () => {
  test.for(Object.keys(paths))(
    '%s fills it: reads continue, writes are refused, and it recovers (FLT4)',
    { timeout: 180_000 },
    async (name, { skip, annotate }) => {
      if (noDisk) skip(noDisk);
      const { disk: on, admin } = await begin();
      await paths[name]?.(on, admin);
      await admin.expectReads();
      on.fill();
      await admin.writeUntilRefused();
      await admin.expectReads();
      expect(await admin.diskProblems()).toContain('Uploads have stopped.');
      on.makeRoom();
      const seconds = await admin.recover();
      expect(await admin.upload(mp4Of(100_000))).toBe(201);
      expect(await admin.diskProblems()).not.toContain('Uploads have stopped.');
      expect(await admin.server.stop()).toBe(0);
      admin.expectAll();
      const stored = `${admin.acknowledged.size} acknowledged records kept`;
      await annotate(`${name}: ${seconds.toFixed(1)} s to recover, ${stored}`, 'measured');
    },
  );

  test('starts and reads, again and again, also after kill -9 (FLT4)', async ({ skip }) => {
    if (noDisk) skip(noDisk);
    const { disk: on, admin } = await begin();
    for (const end of ['stop', 'kill', 'stop', 'kill'] as const) {
      on.fill();
      await admin.server[end]();
      on.fill();
      expect(on.free()).toBeLessThan(16 * 1024);
      admin.server = await start({ dataDir: admin.server.dataDir });
      await admin.expectReads();
    }
    on.makeRoom();
    await admin.recover();
    expect(await admin.server.stop()).toBe(0);
    admin.expectAll();
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'a log that never can be written stops neither the server nor its end (FLT4)',
  async () => {
    const server = await start({ outputFile: '/dev/full', env: { LOG_LEVEL: 'debug' } });
    for (let n = 0; n < 20; n += 1) {
      expect((await fetch(`${server.url}/api/careers`)).status).toBe(200);
    }
    const ended = await Promise.race([server.stop(), pause(20_000, 'still running')]);
    expect(ended).toBe(0);
  },
);
