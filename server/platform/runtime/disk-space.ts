import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../settings/config.ts';
import type { Task } from './tasks.ts';

const mebibyte = 1024 * 1024;
/** Free space that uploads leave to the database. */
const minFreeBytes = 500 * mebibyte;
const lowFreeBytes = 1024 * mebibyte;
/** What SQLite needs to open a database in WAL mode, with some writes. */
const startBytes = 256 * 1024;
/** Lasts for eight starts on a full disk. */
const reserveBytes = 8 * startBytes;
/** Free space from which on the reserve is made. */
const roomBytes = 16 * mebibyte;

/** Bytes of a file system. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Free space as a user without privileges has it. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Whether uploads must stop: less than 500 MB are free, or a tenth of a small disk. */
export function isNearlyFull({ free, total }: DiskSpace): boolean {
  return free < Math.min(minFreeBytes, total / 10);
}

/** Whether somebody should free space: less than 1 GB or a tenth of the disk is free. */
export function isLow({ free, total }: DiskSpace): boolean {
  return free < Math.max(lowFreeBytes, total / 10);
}

/** Throws when the disk of the folder is nearly full. */
export async function assertFreeSpace(folder: string): Promise<void> {
  if (isNearlyFull(await spaceOf(folder))) {
    throw new Error('the disk is nearly full: no uploads');
  }
}

type DiskConfig = Pick<Config, 'dataDir' | 'storageUrl'>;

/** One sentence for each disk that is running out of space. */
export async function diskWarnings(
  { dataDir, storageUrl }: DiskConfig,
  measure: (folder: string) => Promise<DiskSpace> = spaceOf,
): Promise<string[]> {
  // DATA_DIR/files may be on another disk.
  const folders = storageUrl === null ? [dataDir, join(dataDir, 'files')] : [dataDir];
  const spaces = await Promise.all(folders.map(measure));
  const warnings = spaces.filter(isLow).map((space) => {
    const megabytes = Math.floor(space.free / mebibyte);
    const percent = Math.floor((space.free / space.total) * 100);
    const effect = isNearlyFull(space) ? ' Uploads have stopped.' : '';
    return `Only ${megabytes} MB (${percent} %) of the disk of DATA_DIR are free.${effect}`;
  });
  return [...new Set(warnings)];
}

const reserveOf = (dataDir: string) => join(dataDir, 'reserve');

/** The bytes of the reserve; 0 without one. */
function sizeOfReserve(dataDir: string): number {
  return statSync(reserveOf(dataDir), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Frees a part of the reserve if the disk is full, so that the server can start: SQLite has to create files even for
 * reading. Called before the database is opened.
 */
export function freeReserve(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const size = sizeOfReserve(dataDir);
  if (bavail * bsize < startBytes && size > 0) {
    truncateSync(reserveOf(dataDir), Math.max(0, size - startBytes));
  }
}

/** Makes the reserve when it is missing or used, and there is room for it. */
async function makeReserve(dataDir: string): Promise<void> {
  const path = reserveOf(dataDir);
  if (sizeOfReserve(dataDir) === reserveBytes) return;
  if ((await spaceOf(dataDir)).free < roomBytes) return;
  const unfinished = `${path}.new`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.alloc(reserveBytes, 1));
    await handle.sync();
    await rename(unfinished, path);
  } finally {
    await handle.close();
    await rm(unfinished, { force: true });
  }
}

/** Warns while a disk is running out of space, and keeps the reserve. */
export function diskSpaceTask(config: DiskConfig, log: Pick<FastifyBaseLogger, 'warn'>): Task {
  let reported = '';
  return {
    name: 'check disk space',
    every: 60_000,
    limit: 30_000,
    run: async () => {
      const warnings = await diskWarnings(config);
      // Once for each change: numbers vary all the time.
      const kinds = warnings.map((text) => text.replace(/\d+/g, '')).join();
      if (kinds !== reported) for (const warning of warnings) log.warn(warning);
      reported = kinds;
      await makeReserve(config.dataDir);
    },
  };
}
