/** Where backups are kept: a folder or a bucket. Each has a name, such as the day of a nightly one. */
import type { Readable } from 'node:stream';
import { CommandError } from '../setting-error.ts';

/** Written last: a backup without it is incomplete. */
export const manifestFile = 'manifest.json';

export interface BackupFile {
  /** In the backup: `files/resumes/….pdf`. */
  path: string;
  size: number;
  /** Hex, of the bytes in the backup. */
  sha256: string;
}

export interface Backup {
  /** For `restore` and messages. */
  address: string;
  /** Null: there is none, the backup is incomplete. */
  readManifest(): Promise<string | null>;
  /** Throws ObjectNotFound. */
  read(file: BackupFile): Promise<Readable>;
}

/** A backup that is being made. */
export interface UnfinishedBackup {
  address: string;
  /** The local folder in which each file is written before it is added. */
  folder: string;
  add(file: BackupFile): Promise<void>;
  /** Takes over a file of the backup before; false when that doesn't have it as its manifest says. */
  reuse(file: BackupFile): Promise<boolean>;
  remove(file: BackupFile): Promise<void>;
  /** Writes the manifest: from now on the backup is complete. */
  finish(manifest: string): Promise<void>;
}

export interface StartOptions {
  earlier: string | null;
  isAnew: boolean;
}

export interface BackupRepository {
  /** The names of the complete backups. */
  list(): Promise<string[]>;
  open(name: string): Backup;
  /**
   * Starts the backup of a day in an empty folder. It shares files with the backup `earlier`, and with `isAnew` relies on
   * nothing that is stored.
   */
  start(day: string, folder: string, options: StartOptions): Promise<UnfinishedBackup>;
  rename(name: string, to: string): Promise<void>;
  /** Deletes backups, and the files that no other one has. */
  remove(names: readonly string[], now: Date): Promise<void>;
  /** The result of the last trial; null: there is none. */
  readTrial(): Promise<string | null>;
  writeTrial(text: string): Promise<void>;
}

/** The backups can't be read or written now, which says nothing about what is stored. */
export class BackupsUnreachable extends CommandError {
  override name = 'BackupsUnreachable';
}
