/** The tests' temporary folder: in memory when it fits, because most tests are bound by the disk. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Several times the size of a full run, in bytes. */
const enough = 6 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/** PostgreSQL's programs must be executable there. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'headrack-run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Lets PostgreSQL, which runs as another user under root, enter the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Creates a temporary folder for this run; deleted when the process ends. */
export function makeWorkFolder(): string {
  const folder = hasRoom(inMemory) ? makeFolder(inMemory) : null;
  return folder !== null && runsPrograms(folder) ? folder : makeFolder(tmpdir());
}
