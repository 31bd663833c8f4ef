import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { files } from '#contract/messages/files.ts';
import type { UploadRule } from '#contract/wire/endpoint.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import type { AppContext } from '../app-context.ts';
import { defaultTimeouts, type UploadTimeouts } from '../limits/timeouts.ts';
import { temporaryFolder } from '../runtime/data-dir.ts';
import { fieldError, HttpError, invalid } from '../runtime/errors.ts';
import { drainBody, watchBody } from './body-watchdog.ts';
import { kinds, type UploadLimits, withLimits } from './file-kinds.ts';
import { cleanFileName } from './file-name.ts';
import { type ReceivedFile, receiveFile, reencodeIfImage } from './receive-file.ts';
import type { ImageVariant } from './reencode.ts';

/** A finished upload in the temporary folder. Code that keeps it moves it from there. */
export interface TemporaryFile {
  /** The multipart field that it was sent in. */
  field: string;
  path: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** Of the bytes as they were sent, for idempotency: an image may be re-encoded by another release the next time. */
  sentSha256: string;
  /** Detected from the bytes, never from the name or the declared type. */
  kind: FileKind;
  mediaType: string;
  /** The sender's file name, sanitized; used only for downloads. */
  originalName: string;
  /** Pixels; images only. */
  width?: number;
  height?: number;
  /** Only with `imageWidths`: the average color as `#rrggbb`, and the other variants, also temporary files. */
  color?: string | null;
  variants?: readonly ImageVariant[];
  /** When the camera took a photo, by its EXIF data. */
  capturedAt?: string | null;
}

/** A parsed multipart request. */
export interface Upload {
  fields: Record<string, string>;
  /** Images are still as they were sent until `reencode`. */
  files: TemporaryFile[];
  /**
   * Re-encodes the images, in the owner's turn. Call it after every check that could reject the
   * request: decoding is the expensive part. Throws what `reencode` of reencode.ts throws.
   */
  reencode: (owner: string) => Promise<void>;
  /** Removes the temporary files that are still there. */
  discard: () => Promise<void>;
}

const maxFieldBytes = 256 * 1024;
const maxTextBytes = 1024 * 1024;
/** Boundaries and part headers. */
const overheadBytes = 256 * 1024;

/** Options for @fastify/multipart. `UploadReceiver` enforces the file size, which depends on the rule. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fieldNameSize: 100,
    fieldSize: maxFieldBytes,
    fields: 60,
    parts: 70,
    headerPairs: 20,
    fileSize: Number.MAX_SAFE_INTEGER,
  },
};

const remove = (path: string) => rm(path, { force: true });

function withName(
  file: ReceivedFile,
  name: string,
  sent: Pick<TemporaryFile, 'field' | 'sentSha256'>,
): TemporaryFile {
  const { mediaType, extension } = kinds[file.kind];
  return { ...file, ...sent, mediaType, originalName: cleanFileName(name, extension) };
}

class UploadReceiver implements Upload {
  readonly fields: Record<string, string> = Object.create(null);
  files: TemporaryFile[] = [];
  readonly #rule: UploadLimits;
  readonly #folder: string;
  readonly #socket: Socket;
  #textBytes = 0;
  #current: Readable | null = null;

  constructor(rule: UploadLimits, folder: string, socket: Socket) {
    this.#rule = rule;
    this.#folder = folder;
    this.#socket = socket;
  }

  async addPart(part: Multipart): Promise<void> {
    if (part.type === 'file') return this.#receiveFilePart(part);
    // The parser has already parsed JSON parts, but the body schema expects text.
    const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    this.#textBytes += Buffer.byteLength(value);
    if (part.valueTruncated || part.fieldnameTruncated || this.#textBytes > maxTextBytes) {
      throw new HttpError('payload_too_large');
    }
    const { field, otherField } = this.#rule;
    const isFile = part.fieldname === field || part.fieldname === otherField;
    if (isFile && value !== '') {
      throw invalid({ [part.fieldname]: files.notAFile }, files.notAFile);
    }
    if (!isFile) this.fields[part.fieldname] = value;
  }

  reencode = async (owner: string): Promise<void> => {
    for (const [at, file] of this.files.entries()) {
      const stored = await reencodeIfImage(file, {
        rule: { ...this.#rule, field: file.field },
        folder: this.#folder,
        owner,
        isAbandoned: () => this.#socket.destroyed,
      });
      const { field, sentSha256 } = file;
      this.files[at] = withName(stored, file.originalName, { field, sentSha256 });
    }
  };

  /** Stops reading the current file, so that nothing waits for its next bytes. */
  abort(error: unknown): void {
    this.#current?.destroy(error instanceof Error ? error : undefined);
  }

  discard = async (): Promise<void> => {
    const paths = this.files.flatMap(({ path, variants = [] }) => [
      path,
      ...variants.map((variant) => variant.path),
    ]);
    await Promise.all(paths.map(remove));
  };

  async #receiveFilePart({ fieldname, filename, file }: MultipartFile): Promise<void> {
    const rule = { ...this.#rule, field: fieldname };
    this.#current = file;
    if (this.files.filter(({ field }) => field === fieldname).length === this.#maxOf(fieldname)) {
      // Browsers send a file input without a file as an empty part; that's fine under any name.
      const first = filename ? 'a file' : await file[Symbol.asyncIterator]().next();
      if (first === 'a file' || !first.done) {
        throw invalid({ [fieldname]: files.unexpected }, files.unexpected);
      }
      return;
    }
    // Chunks from a socket are ours alone; an injected request carries its caller's memory.
    const ownsMemory = this.#socket instanceof Socket;
    const received = await receiveFile(file, filename ?? '', rule, this.#folder, ownsMemory);
    if (received === null) {
      if (!filename) return;
      throw fieldError('unsupported_media_type', rule.field, files.empty);
    }
    const sent = { field: fieldname, sentSha256: received.sha256 };
    this.files.push(withName(received, filename ?? '', sent));
  }

  #maxOf(fieldname: string): number {
    const { field, otherField, maxFiles = 1 } = this.#rule;
    if (fieldname === field) return maxFiles;
    return fieldname === otherField ? 1 : 0;
  }
}

/** Maps parser failures to client errors; the parser would answer most of them with 500. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (statusCode === 413) return new HttpError('payload_too_large');
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_INVALID_JSON_FIELD_ERROR') {
    return new HttpError('validation_failed');
  }
  return new HttpError('incomplete_upload', { cause: error });
}

interface Reading {
  timeouts?: UploadTimeouts;
  /** Rejects to end the upload, because others need its place. */
  cut?: Promise<never> | undefined;
}

const never = new Promise<never>(() => {});

/**
 * Reads a multipart request: the text fields, and the file into the temporary folder.
 * Throws an HttpError (400, 413, 415, 503) and removes what it wrote when the request breaks the rule.
 */
export async function receiveUpload(
  request: FastifyRequest,
  given: UploadRule,
  ctx: Pick<AppContext, 'config'>,
  { timeouts = defaultTimeouts.upload, cut = never }: Reading = {},
): Promise<Upload> {
  if (!request.isMultipart()) throw new HttpError('unsupported_media_type');
  const rule = withLimits(given, ctx.config.uploadBytes);
  const folder = temporaryFolder(ctx.config.dataDir);
  const receiver = new UploadReceiver(rule, folder, request.raw.socket);
  const readAll = async () => {
    for await (const part of request.parts()) await receiver.addPart(part);
  };
  const reading = readAll();
  // Attach after the parser: an earlier listener would start the flow, and the parser would miss the first bytes.
  const count = rule.otherField === undefined ? (rule.maxFiles ?? 1) : 2;
  const fileBytes = Math.max(...rule.kinds.map(rule.maxBytesFor)) * count;
  const bytes = fileBytes + maxTextBytes + overheadBytes;
  const watchdog = watchBody(request.raw, { bytes, timeouts });
  try {
    await Promise.race([reading, watchdog.failed, cut]);
    return receiver;
  } catch (error) {
    receiver.abort(error);
    drainBody(request.raw);
    // Prefer the reader's error: the watchdog may have seen only a consequence of it.
    const settled = reading.then(() => error).catch((reason: unknown) => reason);
    const reason = await Promise.race([settled, pause(3_000, error, { ref: false })]);
    await receiver.discard();
    // A write may finish after we stopped waiting; remove its file too.
    reading
      .catch(() => {})
      .finally(receiver.discard)
      .catch(() => {});
    throw toHttpError(reason);
  } finally {
    watchdog.stop();
  }
}
