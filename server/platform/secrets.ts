import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Makes the data folder, readable by its owner alone. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** The token secret: the given one, else one made once and kept in the data folder. */
export function tokenSecret(given: string | null, dataDir: string): string {
  return given ?? madeOnce(dataDir, 'token-secret');
}

/** A secret of that name in the data folder: 256 random bits in base64url, made when there is none yet. */
export function madeOnce(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // Whole or not at all, also when the power fails in between.
    const unfinished = `${file}.new`;
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    const folder = openSync(dataDir, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
  return readFileSync(file, 'utf8').trim();
}
