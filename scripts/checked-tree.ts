/** Remembers for which tree the checks passed, so that `npm test` doesn't repeat what `npm run check` has done. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

const stamp = join(root, '.cache', 'checked');

/** Of the names and contents of all files but those that git ignores. */
function treeHash(): string {
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const hash = createHash('sha256');
  for (const path of list.split('\0').sort()) {
    if (path === '' || !existsSync(join(root, path))) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** Whether every check passed for the files as they are now. */
export function isChecked(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === treeHash();
}

/** Call it when every check has passed. */
export function setChecked(): void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, treeHash());
}
