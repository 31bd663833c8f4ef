import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileKind, UploadRule } from '#contract/endpoint.ts';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { invalid, Refusal } from './errors.ts';
import type { Ground } from './ground.ts';
import { temporaryFolder } from './storage/temporary.ts';
import { type ReceivedFile, receiveFile, storable } from './uploads-file.ts';
import { kinds, type Limits, withLimits } from './uploads-kinds.ts';
import { cleanFileName } from './uploads-name.ts';
import type { PictureForm } from './uploads-pictures.ts';
import { letGo, watch } from './uploads-watch.ts';

/** A finished upload in the folder for temporary files; whoever keeps it moves it from there. */
export interface TemporaryFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** What the bytes say that it is. */
  kind: FileKind;
  mediaType: string;
  /** The sender's name for it, cleaned; for the download only. */
  originalName: string;
  /** Pixels, of a picture. */
  width?: number;
  height?: number;
  /** Of a picture that is kept in widths: its one colour, `#rrggbb`, and its other forms, as temporary files too. */
  color?: string | null;
  forms?: readonly PictureForm[];
}

/** What a multipart call brought. */
export interface Upload {
  fields: Record<string, string>;
  file: TemporaryFile | null;
  /** Removes the temporary files; what was kept has moved, then this does nothing. */
  discard: () => Promise<void>;
}

const fieldBytes = 256 * 1024;
const textBytes = 1024 * 1024;
/** Boundaries and part headers beside the texts and the file. */
const wrappingBytes = 256 * 1024;

/** Options of @fastify/multipart; the size of a file is counted here, by its rule. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fieldNameSize: 100,
    fieldSize: fieldBytes,
    fields: 60,
    parts: 70,
    headerPairs: 20,
    fileSize: Number.MAX_SAFE_INTEGER,
  },
};

const remove = (path: string) => rm(path, { force: true });

function named(file: ReceivedFile, name: string): TemporaryFile {
  const { mediaType, extension } = kinds[file.kind];
  return { ...file, mediaType, originalName: cleanFileName(name, extension) };
}

class Received implements Upload {
  readonly fields: Record<string, string> = Object.create(null);
  file: TemporaryFile | null = null;
  readonly #rule: Limits;
  readonly #folder: string;
  readonly #isOurs: boolean;
  #text = 0;
  #current: Readable | null = null;

  constructor(rule: Limits, folder: string, isOurs: boolean) {
    this.#rule = rule;
    this.#folder = folder;
    this.#isOurs = isOurs;
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'file') return this.#takeFile(part);
    // A part that says it is JSON comes parsed; the body's schema wants the text.
    const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    this.#text += Buffer.byteLength(value);
    if (part.valueTruncated || part.fieldnameTruncated || this.#text > textBytes) {
      throw new Refusal(413, general.bodyTooLarge);
    }
    if (part.fieldname === this.#rule.field && value !== '') {
      throw invalid({ [part.fieldname]: files.notAFile }, files.notAFile);
    }
    if (part.fieldname !== this.#rule.field) this.fields[part.fieldname] = value;
  }

  /** After the last part: makes of the file what is stored. */
  async finish(): Promise<void> {
    if (!this.file) return;
    const { originalName } = this.file;
    const stored = await storable(this.file, this.#rule, this.#folder);
    this.file = named(stored, originalName);
  }

  /** Ends a file that is being received, so that nobody waits for its next bytes. */
  abort(error: unknown): void {
    this.#current?.destroy(error instanceof Error ? error : undefined);
  }

  discard = async (): Promise<void> => {
    if (!this.file) return;
    const { path, forms = [] } = this.file;
    await Promise.all([path, ...forms.map((form) => form.path)].map(remove));
  };

  async #takeFile({ fieldname, filename, file }: MultipartFile): Promise<void> {
    const rule = this.#rule;
    this.#current = file;
    if (fieldname !== rule.field || this.file) {
      // A file input that was left empty is fine under any name.
      const first = filename ? 'a file' : await file[Symbol.asyncIterator]().next();
      if (first === 'a file' || !first.done) {
        throw invalid({ [fieldname]: files.unexpected }, files.unexpected);
      }
      return;
    }
    const received = await receiveFile(file, rule, this.#folder, this.#isOurs);
    if (received === null) {
      if (!filename) return;
      throw new Refusal(415, files.empty, { fields: { [rule.field]: files.empty } });
    }
    this.file = named(received, filename ?? '');
  }
}

/** What the failure of a multipart means to its sender; the parser itself would answer most with 500. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (statusCode === 413) return new Refusal(413, general.bodyTooLarge);
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_INVALID_JSON_FIELD_ERROR') {
    return new Refusal(400, general.invalid);
  }
  const refusal = new Refusal(400, general.brokenUpload);
  refusal.cause = error;
  return refusal;
}

/**
 * Reads a multipart call: its text fields, and its file into the folder for temporary files.
 * Throws a Refusal (400, 413, 415, 503) for anything else than what the rule takes, and leaves nothing behind then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  given: UploadRule,
  ground: Pick<Ground, 'config'>,
  idleMs = 120_000,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(415, general.bodyKind);
  const rule = withLimits(given, ground.config.uploadBytes);
  // What comes from a connection is read by nobody else; a call in place brings its caller's own memory.
  const isOurs = request.raw.socket instanceof Socket;
  const received = new Received(rule, temporaryFolder(ground.config.dataDir), isOurs);
  const readAll = async () => {
    for await (const part of request.parts()) await received.take(part);
  };
  const reading = readAll();
  // After the parser has been attached: a listener before it would let the first bytes pass by.
  const bytes = Math.max(...rule.kinds.map(rule.mostBytes)) + textBytes + wrappingBytes;
  const watching = watch(request.raw, { bytes, idleMs });
  try {
    await Promise.race([reading, watching.failed]);
    watching.stop();
    await received.finish();
    return received;
  } catch (error) {
    received.abort(error);
    letGo(request.raw);
    // What stopped the reading is the reason; the watch may only have seen what came after it.
    const settled = reading.then(() => error).catch((reason: unknown) => reason);
    const reason = await Promise.race([settled, pause(1_000, error, { ref: false })]);
    await received.discard();
    // What was still being written to disk when nobody waited any more goes as well.
    reading
      .catch(() => {})
      .finally(received.discard)
      .catch(() => {});
    throw refusalOf(reason);
  } finally {
    watching.stop();
  }
}
