/** Parses the settings that name folders. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isBucket } from './bucket-address.ts';
import { rejectIf } from './setting-error.ts';
import { checkedBucket } from './setting-values.ts';

/** An absolute path. */
export function folderOf(name: string, value: string): string {
  const isAddress = /^[a-z0-9+.-]+:\/+/i.test(value);
  const expected = name === 'BACKUP_DIR' ? 'a folder or s3://bucket/prefix' : 'a folder';
  rejectIf(isAddress, `${name} must be ${expected}, not an address.`);
  rejectIf(value.startsWith('~'), `${name} must be a whole path: nothing expands its ~.`);
  const path = resolve(value);
  rejectIf(
    existsSync(path) && !statSync(path).isDirectory(),
    `${name} must be a folder: ${path} is a file. Move it away, or choose another folder.`,
  );
  return path;
}

export function backupDirOf(value: string | null): string | null {
  if (isBucket(value)) return checkedBucket(value, 'BACKUP_DIR');
  return value === null ? null : folderOf('BACKUP_DIR', value);
}

/** The path without symbolic links, also of a folder that isn't there yet. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

const isInside = (folder: string, outer: string) => !/^\.\.(\/|$)/.test(relative(outer, folder));

/** Rejects nightly backups that are lost with the data, or that hold it. */
export function rejectNested(dataDir: string, backupDir: string): void {
  if (isBucket(backupDir)) return;
  const [data, backups] = [realPath(dataDir), realPath(backupDir)];
  rejectIf(
    isInside(data, backups) || isInside(backups, data),
    'BACKUP_DIR must be outside DATA_DIR, and DATA_DIR outside of it: choose a folder on another disk.',
  );
}
