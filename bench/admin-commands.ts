/** The commands of `npm run admin` on a large company. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inTurns } from './comparison.ts';
import { type DatabaseSettings, insertRows, withDatabase } from './filling.ts';
import type { Metric } from './metrics.ts';
import { peakMemoryMb } from './process-stats.ts';

const root = dirname(import.meta.dirname);
const storedFiles = 500;
const fileBytes = 200_000;
/** As the server has: with more, Node collects garbage late. */
const nodeArgs = ['--max-semi-space-size=8', '--max-old-space-size=128'];

function run(env: Record<string, string>, args: readonly string[]) {
  const node = join(root, 'node_modules', '.bin', 'node');
  const { PATH, HOME, TMPDIR = '' } = process.env;
  const child = spawn(node, [...nodeArgs, 'server/admin.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors = `${errors}${piece}`.slice(-2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      // A backup and an export name what they miss in the storage.
      const isMissing = errors.includes('is missing from storage');
      if (code === 0 || isMissing) resolve();
      else reject(new Error(`admin ${args[0]} exited with ${code}: ${errors}`));
    });
  });
  return { pid: child.pid ?? 0, ended };
}

/** The peak memory of a command in MB. */
export function adminPeakMb(env: Record<string, string>, args: readonly string[]): Promise<number> {
  const { pid, ended } = run(env, args);
  return peakMemoryMb(pid, ended);
}

/** Stores files with their rows; returns their paths in the data folder. */
async function storeFiles(settings: DatabaseSettings): Promise<string[]> {
  const bytes = randomBytes(fileBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const keys = Array.from(
    { length: storedFiles },
    (_, n) => `reports/3f0f8fad-d9cb-469f-a165-${708_670_000_000 + n}.pdf`,
  );
  mkdirSync(join(settings.dataDir, 'files', 'reports'), { recursive: true });
  for (const key of keys) writeFileSync(join(settings.dataDir, 'files', key), bytes);
  await withDatabase(settings, (database) =>
    insertRows(database, 'objects', keys.length, (n) => ({
      key: keys[n - 1] ?? '',
      kind: 'pdf',
      media_type: 'application/pdf',
      size: fileBytes,
      sha256,
      original_name: `Report ${n}.pdf`,
      created_at: new Date().toISOString(),
    })),
  );
  return keys.map((key) => join('files', key));
}

async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  const handle = await open(to, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** Megabytes a second of a backup, beside plain copies of the same files that are synced to the disk as well. */
export async function measureBackup(settings: DatabaseSettings): Promise<Metric[]> {
  const { dataDir } = settings;
  const paths = ['headrack.sqlite', ...(await storeFiles(settings))];
  const bytes = paths.reduce((sum, path) => sum + statSync(join(dataDir, path)).size, 0);
  const rateOf = async (copyTo: (folder: string) => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'headrack-backup-'));
    const from = performance.now();
    await copyTo(folder);
    const seconds = (performance.now() - from) / 1000;
    rmSync(folder, { recursive: true });
    return bytes / 1_000_000 / seconds;
  };
  const rates = await inTurns(
    () => rateOf((folder) => run({ DATA_DIR: dataDir }, ['backup', folder]).ended),
    () =>
      rateOf(async (folder) => {
        for (const path of paths) await copyDurably(join(dataDir, path), join(folder, path));
      }),
  );
  const name = `backup of ${Math.round(bytes / 1_000_000)} MB, beside plain copies, SQLite`;
  return [{ name, ...rates, unit: 'MB/s' }];
}
