/** Where the tests put what they throw away: in memory where there is room, because most of it waits for a disk. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
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

/** Makes a folder for the temporary files of this run; it goes when this process ends. */
export function makeWorkFolder(): string {
  const folder = mkdtempSync(join(hasRoom(inMemory) ? inMemory : tmpdir(), 'headrack-run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
