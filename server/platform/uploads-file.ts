import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileKind } from '#contract/endpoint.ts';
import { onDisk, type Written, writeToDisk } from './uploads-disk.ts';
import { Judge, wrongKind } from './uploads-judge.ts';
import { isPicture, type Limits } from './uploads-kinds.ts';
import { type PictureForm, writeAnew } from './uploads-pictures.ts';
import { officeOf } from './uploads-zip.ts';

/** What was received, without its name. */
export interface ReceivedFile extends Written {
  kind: FileKind;
  /** Pixels, of a picture that was written anew. */
  width?: number;
  height?: number;
  /** Of a picture that is kept in widths: its one colour, `#rrggbb`, and what it is kept as beside this file. */
  color?: string | null;
  forms?: readonly PictureForm[];
}

async function officeKind(path: string, rule: Limits): Promise<FileKind> {
  const { kind, refused } = await onDisk(officeOf(path));
  if (kind === undefined || !rule.kinds.includes(kind)) throw wrongKind(rule, refused);
  return kind;
}

/**
 * Writes the bytes of one file to a temporary file, judged on the way; `isOurs`: their memory is nobody else's.
 * Null when there were none; on any failure nothing is left behind.
 */
export async function receiveFile(
  bytes: Readable,
  rule: Limits,
  folder: string,
  isOurs: boolean,
): Promise<ReceivedFile | null> {
  const judge = new Judge(rule);
  const written = await writeToDisk(bytes, folder, { look: (piece) => judge.push(piece), isOurs });
  let received: ReceivedFile | null = null;
  try {
    if (written.size > 0) {
      const seen = judge.end();
      const kind = seen === 'zip' ? await officeKind(written.path, rule) : seen;
      received = { ...written, kind };
    }
  } finally {
    if (received === null) await rm(written.path, { force: true });
  }
  return received;
}

/** What is stored of a received file: a picture is written anew, everything else stays as it came. */
export async function storable(
  received: ReceivedFile,
  rule: Limits,
  folder: string,
): Promise<ReceivedFile> {
  const { path, kind } = received;
  if (!isPicture(kind)) return received;
  try {
    return await writeAnew(path, kind, rule, folder);
  } finally {
    await rm(path, { force: true });
  }
}
