/** Parses the settings that name folders. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rejectIf } from './setting-error.ts';

/** An absolute path. */
export function folderOf(name: string, value: string): string {
  const isAddress = /^[a-z0-9+.-]+:\/+/i.test(value);
  const hint =
    name === 'BACKUP_DIR' ? ': docs/runbook.md shows how to copy backups to a bucket' : '';
  rejectIf(isAddress, `${name} must be a folder, not an address${hint}.`);
  rejectIf(value.startsWith('~'), `${name} must be a whole path: nothing expands its ~.`);
  const path = resolve(value);
  rejectIf(
    existsSync(path) && !statSync(path).isDirectory(),
    `${name} must be a folder: ${path} is a file. Move it away, or choose another folder.`,
  );
  return path;
}

/** The path without symbolic links, also of a folder that isn't there yet. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

const isInside = (folder: string, outer: string) => !/^\.\.(\/|$)/.test(relative(outer, folder));

/** Rejects nightly backups that are lost with the data, or that hold it. */
export function backupDirOf(value: string | null, dataDir: string): string | null {
  if (value === null) return null;
  const backupDir = folderOf('BACKUP_DIR', value);
  const [data, backups] = [realPath(dataDir), realPath(backupDir)];
  rejectIf(
    isInside(data, backups) || isInside(backups, data),
    'BACKUP_DIR must be outside DATA_DIR, and DATA_DIR outside of it: choose a folder on another disk.',
  );
  return backupDir;
}
