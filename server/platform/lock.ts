import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingError } from '../config.ts';

/**
 * Holds the data folder for this process; a second one is refused with the holder's pid.
 * The lock is SQLite's own on a file of its own: the system lets go of it however the process ends.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'serving.pid');
  const lock = new DatabaseSync(join(dataDir, 'serving.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    let holder = 'another process';
    try {
      holder = `process ${readFileSync(pidFile, 'utf8').trim()}`;
    } catch {}
    throw new SettingError(
      `DATA_DIR ${dataDir} is in use by ${holder}. Stop it first, or give this one another DATA_DIR.`,
    );
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return () => lock.close();
}
