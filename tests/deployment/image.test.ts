/** The container image: what the Containerfile puts into it, how large that is, and that it runs (see image-root.ts). */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { lockedPackages } from '../../scripts/licenses.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { photoOf } from '../harness/file-samples.ts';
import { freePort } from '../harness/free-port.ts';
import { isFull } from '../harness/is-full.ts';
import { formBody, type Multipart } from '../harness/multipart.ts';
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

async function upload(url: string, token: string, form: Multipart): Promise<unknown> {
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: new Uint8Array(form.payload),
  });
  return response.json();
}

/** What needs a decoder in a process of its own, or a worker. */
async function uploadFiles(url: string, token: string): Promise<void> {
  const image = { name: 'image', value: await photoOf(), filename: 'a.jpg' };
  const post = formBody({ title: 'A million safe miles', text: 'Well driven.' }, image);
  expect(await upload(`${url}/api/spotlight/upload`, token, post)).toHaveProperty('id');
  const drops = `${url}/api/settlements/drops`;
  const made = await fetch(drops, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { drop_id: id } = (await made.json()) as { drop_id: number };
  const file = { name: 'file', value: await pdfWithPages(['Nobody we know']), filename: 'a.pdf' };
  const added = await upload(`${drops}/${id}/files`, token, formBody({}, file));
  expect(added).toMatchObject({ file: { note: 'none' } });
}

/** Starts the image for a test and stops it afterwards. */
async function startImage(volumeOf: 'user' | 'root', extra: Record<string, string>) {
  const image = new ImageRoot(release, volumeOf);
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    ADMIN_PASSWORD: firstAdmin.password,
    ...extra,
  };
  expect(image.exec(finalStage().healthcheck, settings).status, 'before the start').toBe(1);
  const container = image.start(settings);
  onTestFinished(() => {
    container.kill('SIGKILL');
    image.remove();
  });
  let output = '';
  for (const stream of [container.stdout, container.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  }
  await until('the server is ready or ends', 60_000, async () => {
    return container.exitCode !== null || (await isReady(url));
  });
  expect(container.exitCode, output).toBeNull();
  const exec = (...args: string[]) => image.exec(['node', ...args], settings);
  const stop = async () => {
    const ended = once(container, 'exit');
    image.terminate(container);
    return (await ended)[0];
  };
  return { image, url, settings, exec, stop };
}

test.runIf(isFull)('starts read-only as an ordinary user, serves, and stops', async ({ skip }) => {
  const impossible = whyNoImageRoot();
  if (impossible) skip(impossible);
  // The sample company needs its files.
  const sample = { SAMPLE_DATA: 'demo' };
  const { image, url, settings, exec, stop } = await startImage('user', sample);
  expect(image.exec(finalStage().healthcheck, settings)).toMatchObject({ status: 0, stderr: '' });
  const home = await fetch(url);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('</html>')]);
  expect((await fetch(`${url}/api/docs`)).status).toBe(200);
  const { token } = await signInAdmin(url);
  await uploadFiles(url, token);

  expect(exec('-e', `fs.writeFileSync('/srv/headrack/new', '')`).stderr).toContain('EROFS');
  const { uid, mode } = statSync(join(image.data, 'headrack.sqlite'));
  expect([uid, statSync(image.data).mode & 0o777, mode & 0o022]).toEqual([65_532, 0o700, 0]);
  expect(exec('server/admin.ts', 'backup', '/data/backup')).toMatchObject({ status: 0 });
  for (const command of ['reset-password admin', 'scrub', 'export jobs']) {
    expect(exec('server/admin.ts', ...command.split(' ')), command).toMatchObject({ status: 0 });
  }
  expect(await stop()).toBe(0);
});

test.runIf(isFull)(
  'starts on a volume that belongs to root, as in Kubernetes',
  async ({ skip }) => {
    const impossible = whyNoImageRoot();
    if (impossible) skip(impossible);
    const settings = readFileSync(join(root, 'deploy/kubernetes/settings.env'), 'utf8');
    const [, dataDir = ''] = /^DATA_DIR=(.*)$/m.exec(settings) ?? [];
    const { image, stop } = await startImage('root', { DATA_DIR: dataDir });
    expect(existsSync(join(image.data, 'headrack', 'headrack.sqlite'))).toBe(true);
    expect(await stop()).toBe(0);
  },
);
