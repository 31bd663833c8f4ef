/** The container image: what the Containerfile puts into it, how large that is, and that it runs (see image-root.ts). */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockedPackages } from '../../scripts/licenses.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { freePort } from '../harness/free-port.ts';
import { pdfWithPages } from '../harness/pdf-pages.ts';
import { firstAdmin, isReady } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { buildInputs, finalStage, root } from './containerfile.ts';
import { ImageRoot, makeRelease, whyNoImageRoot } from './image-root.ts';

/** Bytes of gcr.io/distroless/cc-debian13, rounded up. */
const baseBytes = 25_000_000;

let release: string;
beforeAll(() => {
  release = makeRelease();
});
afterAll(() => rmSync(release, { recursive: true, force: true }));

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);

test('contains production files only and stays under 250 MB', ({ annotate, skip }) => {
  const dev = [...lockedPackages()].filter(([, { dev }]) => dev).map(([path]) => path);
  expect(dev.filter((path) => existsSync(join(release, path, 'package.json')))).toEqual([]);
  expect(globSync('**/*.{test,spec}.*', { cwd: join(release, 'server') })).toEqual([]);
  expect(readdirSync(release).sort()).toEqual([
    'build',
    'contract',
    'node_modules',
    'package.json',
    'server',
  ]);
  const node = join(release, 'node_modules/.bin/node');
  skip(spawnSync('strip', [node]).status !== 0, 'needs strip to measure the size');
  const megabytes = Math.round((bytesOf(release) + baseBytes) / 1e6);
  annotate(`${megabytes} MB`, 'measured');
  expect(megabytes).toBeLessThan(250);
});

test('the build stage copies what the build reads', () => {
  const inputs = buildInputs();
  expect(inputs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const needed = /const inputs = \[(.*?)\]/s.exec(
    readFileSync(join(root, 'scripts/build.mjs'), 'utf8'),
  );
  const read = [...(needed?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
  expect(read).toContain('web');
  const isCopied = (path: string) => inputs.some((input) => `${path}/`.startsWith(`${input}/`));
  expect(read.filter((path) => !isCopied(path))).toEqual([]);
});

test('the release has every package that a module of the server imports', () => {
  // Starting these has effects.
  const programs = /(admin|main|serve|-process|-worker)\.(ts|mjs)$/;
  const modules = globSync('{contract,server}/**/*.{ts,mjs}', { cwd: release }).filter(
    (path) => !programs.test(path),
  );
  expect(modules.length).toBeGreaterThan(300);
  const load = `for (const path of process.argv.slice(1)) await import('./' + path)`;
  const node = join(release, 'node_modules/.bin/node');
  const { stderr } = spawnSync(node, ['--input-type=module', '-e', load, ...modules], {
    cwd: release,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
});

/** Adds a settlement to a drop; a worker reads its text. */
async function addSettlement(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const drops = `${url}/api/settlements/drops`;
  const made = await fetch(drops, { method: 'POST', headers });
  const { drop_id: id } = (await made.json()) as { drop_id: number };
  const body = new FormData();
  body.set('file', new File([new Uint8Array(await pdfWithPages(['Nobody we know']))], 'a.pdf'));
  return (await fetch(`${drops}/${id}/files`, { method: 'POST', headers, body })).json();
}

test('starts read-only as an ordinary user, serves, and stops', async ({ skip, annotate }) => {
  const impossible = whyNoImageRoot();
  if (impossible) skip(impossible);
  const image = new ImageRoot(release);
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    // The sample company needs every decoder, drawing and font.
    SAMPLE_DATA: 'demo',
    ADMIN_PASSWORD: firstAdmin.password,
  };
  const start = performance.now();
  const container = image.start(settings);
  let output = '';
  for (const stream of [container.stdout, container.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  }
  const admin = (...args: string[]) => image.exec(['node', 'server/admin.ts', ...args], settings);
  try {
    const { healthcheck } = finalStage();
    expect(image.exec(healthcheck, settings).status, 'before the start').toBe(1);
    await until(
      'the server is ready or ends',
      60_000,
      async () => container.exitCode !== null || (await isReady(url)),
    );
    expect(container.exitCode, output).toBeNull();
    annotate(
      `ready in ${Math.round(performance.now() - start)} ms, with the sample company`,
      'measured',
    );
    expect(image.exec(healthcheck, settings)).toMatchObject({ status: 0, stderr: '' });

    const home = await fetch(url);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('</html>')]);
    const jobs = await fetch(`${url}/api/jobs`);
    expect((await jobs.json()) as unknown[]).not.toEqual([]);
    expect((await fetch(`${url}/api/docs`)).status).toBe(200);
    const { token } = await signInAdmin(url);
    expect(await addSettlement(url, token)).toMatchObject({ file: { note: 'none' } });

    const write = `fs.writeFileSync('/srv/headrack/new', '')`;
    expect(image.exec(['node', '-e', write], settings).stderr).toContain('EROFS');
    expect(statSync(join(image.data, 'headrack.sqlite')).uid).toBe(65_532);
    expect(admin('backup', '/data/backup')).toMatchObject({ status: 0 });
    expect(admin('reset-password', 'admin')).toMatchObject({ status: 0 });
    if (process.env.FULL === '1') {
      expect(admin('scrub')).toMatchObject({ status: 0 });
      expect(admin('audit', 'verify')).toMatchObject({ status: 0 });
      expect(admin('export', 'jobs')).toMatchObject({ status: 0 });
    }

    const ended = once(container, 'exit');
    image.terminate(container);
    expect(await ended).toEqual([0, null]);
  } finally {
    container.kill('SIGKILL');
    image.remove();
  }
});
