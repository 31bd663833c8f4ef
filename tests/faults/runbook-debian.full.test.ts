/** The runbook in an empty Debian: every block, as root and as the server's user, word for word. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  makeDebian,
  registrySettings,
  rootPath,
  shellIn,
  stopServices,
  whyNoDebian,
} from './debian-root.ts';
import {
  type Block,
  blocks,
  createOneJob,
  makeOldRelease,
  makeRepository,
  makeSurroundings,
  openShell,
  position,
  positionsOf,
  releaseOf,
  releases,
  releasesIn,
} from './runbook.ts';

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Sets variables in both shells, as the page says. */
const setting = (values: Record<string, string>): Block => ({
  section: 'the variables',
  isRoot: false,
  text: Object.entries(values)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n'),
});

test('the runbook works in an empty Debian (FLT19)', { timeout: 3_600_000 }, async ({
  annotate,
  skip,
}) => {
  const missing = whyNoDebian();
  if (missing) skip(missing);
  for (const port of [80, 443, 2019]) skip(await isTaken(port), `needs port ${port}`);
  const folder = mkdtempSync(join(tmpdir(), 'headrack-debian-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const version = makeDebian(folder);
  onTestFinished(() => stopServices(folder));
  makeRepository(join(folder, 'opt'));
  makeOldRelease(join(folder, 'srv/headrack-v0.9.0'));
  const values: Record<string, string> = {
    ...(await makeSurroundings()),
    ...registrySettings(folder),
    REPOSITORY: '/opt/headrack.git',
    APP: '/srv/headrack',
    SETTINGS: '/etc/headrack/env',
    DATA_DIR: '/var/lib/headrack/data',
    BACKUP_DIR: '/backups/headrack',
    OFFSITE: '/var/lib/headrack/offsite',
  };
  const open = async (user: 'root' | 'headrack') => {
    const shell = openShell(shellIn(folder, user), { PATH: rootPath }, folder);
    onTestFinished(shell.close);
    await shell.run({ ...setting(values), text: `set -eu\n${setting(values).text}` });
    return shell;
  };
  const root = await open('root');
  // Nobody answers apt's questions, and Caddy signs its certificate itself.
  const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
  await root.run(setting({ DEBIAN_FRONTEND: 'noninteractive', CURL_CA_BUNDLE: authority }));
  let user: Awaited<ReturnType<typeof open>> | null = null;
  for (const block of blocks) {
    const release = releaseOf[block.section];
    if (release) for (const shell of [root, user]) await shell?.run(setting({ RELEASE: release }));
    if (block.isRoot) await root.run(block);
    else {
      user ??= await open('headrack');
      const output = await user.run(block);
      if (block.text.startsWith('cat "$DATA_DIR')) await createOneJob(values, output);
    }
  }
  expect(await positionsOf(values)).toEqual([position]);
  expect(releasesIn(join(folder, 'srv'))).toEqual(releases);
  await annotate(`Debian ${version}: all ${blocks.length} blocks of the runbook`, 'measured');
});
