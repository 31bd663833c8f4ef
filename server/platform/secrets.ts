import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the data folder, readable by its owner alone. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** The token secret: the given one, else one made once (256 random bits) and kept in the data folder. */
export function tokenSecret(given: string | null, dataDir: string): string {
  if (given) return given;
  const file = join(dataDir, 'token-secret');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  }
  return readFileSync(file, 'utf8').trim();
}
