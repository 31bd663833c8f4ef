import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of uploads that are not finished; on the same disk as the files, so that keeping is a rename. */
export function temporaryFolder(dataDir: string): string {
  return join(dataDir, 'tmp');
}

/** Makes the folder, without what a process that died left in it. */
export async function emptyTemporaryFolder(dataDir: string): Promise<void> {
  const folder = temporaryFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
