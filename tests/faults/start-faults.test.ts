import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'headrack-start-'));
afterAll(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const rounds = process.env.FULL === '1' ? 20 : 2;

interface Ended {
  code: number;
  output: string;
}

/** Starts a server that must fail to start; returns its output. */
async function failsToStart(env: Record<string, string>): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const port = env.PORT ?? String(await freePort());
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/node'),
      ['server/main.mjs'],
      {
        cwd: root,
        timeout: 120_000,
        env: { PATH, HOME, SAMPLE_DATA: 'none', ...env, PORT: port },
      },
      (error, stdout, stderr) => {
        const code = error ? Number((error as { code?: unknown }).code ?? -1) : 0;
        resolve({ code, output: stdout + stderr });
      },
    );
  });
}

/** Expects one sentence without a stack trace. */
function expectSentence({ code, output }: Ended, names: RegExp): void {
  expect(output).toMatch(names);
  expect(output.trim().split('\n'), output).toHaveLength(1);
  expect(output.trim()).toMatch(/\.$/);
  expect(output).not.toMatch(/\bat .*:\d+:\d+|node:internal|Error:/);
  expect(code).toBe(1);
}

let at = 0;
function newFolder(): string {
  at += 1;
  return join(folder, `data ${at}`);
}

describe('a second process on the same data', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
  afterAll(() => server.kill());

  test('fails with the pid of the first, and starts once the first has stopped (FLT3)', {
    timeout: 300_000,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const end = round % 2 === 0 ? 'kill' : 'stop';
      await server[end]();
      server = await startServer({ dataDir: server.dataDir });
      const ended = await failsToStart({ DATA_DIR: server.dataDir });
      expectSentence(ended, new RegExp(`in use by process ${server.pid}\\b`));
    }
  });

  test('a data folder is readable by its owner only', () => {
    for (const name of ['', 'token-secret', 'serving.pid', 'headrack.sqlite']) {
      const { mode } = statSync(join(server.dataDir, name));
      const isReachable = name === '' || name === 'token-secret' || name === 'serving.pid';
      if (isReachable) expect(mode & 0o077, name || 'the folder').toBe(0);
    }
  });

  test('reports a port in use', async () => {
    const { port } = new URL(server.url);
    const ended = await failsToStart({ DATA_DIR: newFolder(), PORT: port });
    expectSentence(ended, /PORT/);
  });
});

test('limits its memory, by default and by HEAP_MB, in the process that was started', async () => {
  for (const [env, limit] of [
    [{}, /--max-old-space-size=(512|[1-4]?\d\d)\0/],
    [{ HEAP_MB: '200' }, /--max-old-space-size=200\0/],
  ] as const) {
    const server = await startServer({ env });
    const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8');
    expect(command).toMatch(limit);
    // For the collection of idle threads.
    expect(command).toContain('--expose-gc\0');
    expect(await server.stop()).toBe(0);
  }
});

// The unit tests of server/config.ts check each sentence.
describe('invalid settings', () => {
  const secret = 'a secret for tests alone, long enough to be taken';
  test.each<[string, RegExp, Record<string, string>]>([
    ['a port that is none', /PORT/, { PORT: '70000' }],
    ['a host that is not here', /HOST/, { HOST: '203.0.113.1' }],
    [
      'a database that is away',
      /DATABASE_URL/,
      { DATABASE_URL: 'postgres://someone:pa55word@127.0.0.1:9/x', TOKEN_SECRET: secret },
    ],
  ])('%s: stops with one sentence that names the setting (SEC33)', async (_label, names, env) => {
    const ended = await failsToStart({ DATA_DIR: newFolder(), ...env });
    expectSentence(ended, names);
    expect(ended.output).not.toContain('pa55word');
  });

  test('rejects a data folder that is a file', async () => {
    const file = newFolder();
    writeFileSync(file, '');
    expectSentence(await failsToStart({ DATA_DIR: file }), /DATA_DIR/);
  });

  test('rejects a file that is not a database', async () => {
    const data = newFolder();
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, 'headrack.sqlite'), 'this is no database, '.repeat(500));
    expectSentence(await failsToStart({ DATA_DIR: data }), /DATA_DIR/);
  });
});
