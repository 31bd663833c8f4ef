import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is deleted when the tests of this process are over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-test-'));
  made.push(folder);
  return folder;
}
