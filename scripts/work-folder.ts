/** Where the tests put what they throw away: in memory where there is room, because most of it waits for a disk. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Several times what a whole run leaves behind (bytes). */
const enough = 6 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/** Where nothing may be executed, PostgreSQL cannot be put. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'headrack-run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Who owns nothing, as PostgreSQL does under root, comes to what lies in it.
  chmodSync(folder, 0o711);
  return folder;
}

/** Makes a folder for the temporary files of this run; it goes when this process ends. */
export function makeWorkFolder(): string {
  const folder = hasRoom(inMemory) ? makeFolder(inMemory) : null;
  return folder !== null && runsPrograms(folder) ? folder : makeFolder(tmpdir());
}
