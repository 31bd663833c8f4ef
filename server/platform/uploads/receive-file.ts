import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { files } from '#contract/messages/files.ts';
import { wrongFamily } from '#contract/wire/file-family.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { isPicture, type UploadLimits } from './file-kinds.ts';
import { FileTypeDetector, unsupportedType } from './file-type-detector.ts';
import { detectOfficeKind } from './office-zip.ts';
import { opensAsPdf } from './opens-as-pdf.ts';
import { type ImageVariant, type ReencodeTask, reencode } from './reencode.ts';
import { orUnavailable, type WrittenFile, writeToDisk } from './write-to-disk.ts';

/** A received file, before it gets a name. */
export interface ReceivedFile extends WrittenFile {
  kind: FileKind;
  /** Pixels, once re-encoded. */
  width?: number;
  height?: number;
  /** Only with `imageWidths`: the average color as `#rrggbb`, and the other variants. */
  color?: string | null;
  variants?: readonly ImageVariant[];
  capturedAt?: string | null;
}

async function officeKind(path: string, rule: UploadLimits, name: string): Promise<FileKind> {
  const { kind, refused } = await orUnavailable(detectOfficeKind(path));
  if (kind !== undefined && rule.kinds.includes(kind)) return kind;
  throw unsupportedType(rule, refused ?? wrongFamily('zip', rule.kinds, name));
}

async function oddPdf(path: string, rule: UploadLimits): Promise<FileKind> {
  if (await opensAsPdf(path)) return 'pdf';
  throw unsupportedType(rule, files.brokenPdf);
}

/**
 * Streams one file to a temporary file and detects its type on the way. See `WriteOptions` for `ownsMemory`.
 * Returns null for an empty file. Removes the file on any failure.
 */
export async function receiveFile(
  bytes: Readable,
  name: string,
  rule: UploadLimits,
  folder: string,
  ownsMemory: boolean,
): Promise<ReceivedFile | null> {
  const detector = new FileTypeDetector(rule, name);
  const written = await writeToDisk(bytes, folder, {
    onChunk: (chunk) => detector.push(chunk),
    ownsMemory,
  });
  let received: ReceivedFile | null = null;
  try {
    if (written.size > 0) {
      const detected = detector.end();
      const { path } = written;
      if (detected === 'zip') received = { ...written, kind: await officeKind(path, rule, name) };
      else if (detected === 'odd-pdf') received = { ...written, kind: await oddPdf(path, rule) };
      else received = { ...written, kind: detected };
    }
  } finally {
    if (received === null) await rm(written.path, { force: true });
  }
  return received;
}

/** Re-encodes an image (and removes the original); returns every other file unchanged. */
export async function reencodeIfImage(
  received: ReceivedFile,
  task: Omit<ReencodeTask, 'path' | 'kind'>,
): Promise<ReceivedFile> {
  const { path, kind } = received;
  if (!isPicture(kind)) return received;
  try {
    return await reencode({ ...task, path, kind });
  } finally {
    await rm(path, { force: true });
  }
}
