import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { steps } from '../database/migrations/all.ts';
import { manifestFile, nullIfMissing } from '../platform/backups/backups.ts';
import { isKey } from '../platform/storage/storage.ts';
import { CommandError } from '../settings/setting-error.ts';

/** Files that are read at the same time. */
const atOnce = 8;

export const databaseFile = 'headrack.sqlite';
/** The folder of the stored files, by key. */
export const filesFolder = 'files/';

/** Returns the storage key of a path in the backup. */
export function keyOf(path: string): string {
  return path.slice(filesFolder.length);
}

function isBackupPath(path: string): boolean {
  return path === databaseFile || (path.startsWith(filesFolder) && isKey(keyOf(path)));
}

const entry = z.object({
  path: z.string().check(z.refine(isBackupPath)),
  mediaType: z.string(),
  size: z.int(),
  sha256: z.string(),
});
export type Entry = z.output<typeof entry>;

/** Of the folder and the manifest. Raise it when an older release couldn't restore the backup correctly, or this one an older one. */
export const backupFormat = 1;

const manifest = z.object({
  format: z.literal(backupFormat),
  made: z.string(),
  /** The newest migration of the saved database. */
  schema: z.string(),
  files: z.array(entry),
  /** Of the list, to detect truncation. */
  sha256: z.string(),
});
export type Manifest = z.output<typeof manifest>;

function listHash(files: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}

/** Hashes chunks and passes them on. */
function meter() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    /** Size and SHA-256 of what passed. */
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}

/** Reads a stream to its end; returns size and SHA-256. */
export async function hashStream(source: Readable): Promise<{ size: number; sha256: string }> {
  const { pass, result } = meter();
  for await (const _ of pass(source)) {
    // Only the hash is needed.
  }
  return result();
}

/** Copies a stream to a new file; returns size and SHA-256. */
export async function copyStream(source: Readable, target: string) {
  const { pass, result } = meter();
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, pass, file);
  return result();
}

export function manifestText(content: Omit<Manifest, 'format' | 'sha256'>): string {
  const whole: Manifest = { format: backupFormat, ...content, sha256: listHash(content.files) };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

const fromOtherRelease = 'This backup was made by another release. Restore it with that release.';

/** Throws for a backup that this release can't restore. */
function checkFormat(format: unknown): void {
  if (format === backupFormat) return;
  throw new CommandError(
    typeof format === 'number' && format > backupFormat
      ? fromOtherRelease
      : 'This backup was made by an older release, in another format. Restore it with that release, then upgrade.',
  );
}

/** Reads the manifest of a backup; throws when it isn't one of this release. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(nullIfMissing);
  if (text === null) {
    throw new CommandError(`${folder} is not a complete backup: it has no ${manifestFile}.`);
  }
  let found: Manifest;
  try {
    const content = JSON.parse(text);
    checkFormat(content?.format);
    found = manifest.parse(content);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `The ${manifestFile} of ${folder} is not valid: the backup was changed.`,
    );
  }
  if (!steps.some((step) => step.name === found.schema)) throw new CommandError(fromOtherRelease);
  if (found.sha256 !== listHash(found.files)) {
    throw new CommandError(`The ${manifestFile} of ${folder} was changed after the backup.`);
  }
  return found;
}

/** Runs the work on all items, several at a time: over a network each would wait for the one before. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const state = { failed: false };
  const worker = async () => {
    for (const item of queue) {
      if (state.failed) return;
      await work(item).catch((error: unknown) => {
        state.failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Reads the manifest and verifies every file; throws when one is missing or changed. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  await forEach(found.files, async ({ path, size, sha256 }) => {
    const actual = await hashStream(createReadStream(join(folder, path))).catch(nullIfMissing);
    if (actual === null) throw new CommandError(`${path} is missing from the backup.`);
    if (actual.size !== size || actual.sha256 !== sha256) {
      throw new CommandError(`${path} was changed after the backup.`);
    }
  });
  return found;
}
