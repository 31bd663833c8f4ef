/** What the Containerfile puts into the image, how large that is, and that it runs as an ordinary user. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Colleague, call, signInAdmin } from '#tests/harness/chat-client.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { firstAdmin, isReady } from '#tests/harness/server.ts';
import { until } from '#tests/harness/until.ts';
import { lockedPackages } from '../../scripts/licenses.ts';
import { finalStage, root } from './containerfile.ts';

/** Bytes of gcr.io/distroless/cc-debian13, rounded up. */
const baseBytes = 25_000_000;

/** Outside the project, so that it can't find the project's packages. */
let release: string;
let node: string;
beforeAll(() => {
  release = mkdtempSync(join(tmpdir(), 'headrack-release-'));
  execFileSync(process.execPath, ['scripts/release.ts', release], { cwd: root, stdio: 'pipe' });
  chmodSync(release, 0o755);
  node = join(release, 'node_modules/.bin/node');
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
  const names = ['build', 'contract', 'node_modules', 'package.json', 'server'];
  expect(readdirSync(release).sort()).toEqual(names);
  skip(spawnSync('strip', [node]).status !== 0, 'needs strip to measure the size');
  const megabytes = Math.round((bytesOf(release) + baseBytes) / 1e6);
  annotate(`${megabytes} MB`, 'measured');
  expect(megabytes).toBeLessThan(250);
});

test('the release has every package that a module of the server imports', () => {
  // Starting these has effects.
  const programs = /(admin|main|serve|-process|-worker)\.(ts|mjs)$/;
  const modules = globSync('{contract,server}/**/*.{ts,mjs}', { cwd: release }).filter(
    (path) => !programs.test(path),
  );
  expect(modules.length).toBeGreaterThan(300);
  const load = `for (const path of process.argv.slice(1)) await import('./' + path)`;
  const { stderr } = spawnSync(node, ['--input-type=module', '-e', load, ...modules], {
    cwd: release,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
});

function formOf(fields: Record<string, string>, name: string, bytes: Buffer, filename: string) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(name, new File([new Uint8Array(bytes)], filename));
  return form;
}

/** What needs a decoder in a process of its own, or a worker. */
async function uploadFiles(url: string, admin: Colleague): Promise<void> {
  const text = { title: 'A million safe miles', text: 'Well driven.' };
  const post = formOf(text, 'image', await photoOf(), 'a.jpg');
  expect(await call(`${url}/api/spotlight/upload`, admin, 'POST', post)).toHaveProperty('id');
  const drops = `${url}/api/settlements/drops`;
  const { drop_id: id } = await call<{ drop_id: number }>(drops, admin, 'POST');
  const settlement = formOf({}, 'file', await pdfWithPages(['Nobody we know']), 'a.pdf');
  const added = await call(`${drops}/${id}/files`, admin, 'POST', settlement);
  expect(added).toMatchObject({ file: { note: 'none' } });
}

test('runs as an ordinary user who can write to the volume alone, serves, and stops', async () => {
  const stage = finalStage();
  const [uid = 0, gid = 0] = stage.user.split(':').map(Number);
  const isRoot = process.getuid?.() === 0;
  const dataDir = newFolder();
  if (isRoot) chownSync(dataDir, uid, gid);
  else execFileSync('chmod', ['-R', 'a-w', release]);
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = {
    cwd: release,
    ...(isRoot && { uid, gid }),
    env: {
      ...stage.env,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: '',
      SAMPLE_DATA: 'demo',
      ADMIN_PASSWORD: firstAdmin.password,
    },
  };
  const run = (...args: string[]) => spawnSync(node, args, { ...options, encoding: 'utf8' });
  const isHealthy = () => run(...stage.healthcheck.slice(1)).status === 0;
  expect(isHealthy()).toBe(false);
  const server = spawn(node, stage.command.slice(1), { ...options, stdio: 'inherit' });
  onTestFinished(() => void server.kill('SIGKILL'));
  await until('the server is ready', 60_000, () => isReady(url));
  expect(isHealthy()).toBe(true);
  const home = await fetch(url);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('</html>')]);
  expect((await fetch(`${url}/api/docs`)).status).toBe(200);
  await uploadFiles(url, await signInAdmin(url));
  expect(run('-e', `fs.writeFileSync('new', '')`).stderr).toContain('EACCES');
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  for (const command of ['reset-password admin', 'scrub', 'export jobs']) {
    expect(run('server/admin.ts', ...command.split(' ')), command).toMatchObject({ status: 0 });
  }
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
});
