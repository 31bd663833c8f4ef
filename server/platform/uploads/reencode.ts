import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import * as z from 'zod/mini';
import { instant } from '#contract/fields.ts';
import { fileFamilyOf } from '#contract/file-family.ts';
import { pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { fieldError, HttpError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { root } from '../root.ts';
import type { UploadLimits } from './file-kinds.ts';
import { readingEnv } from './file-reader.ts';
import { unsupportedType } from './file-type-detector.ts';
import { readingLimits } from './reading-limits.ts';
import {
  exitCodes,
  manifestFd,
  maxManifestBytes,
  type PictureKind,
  type ReencodeManifest,
} from './reencode-protocol.ts';
import { orUnavailable, type WrittenFile, writeToDisk } from './write-to-disk.ts';

type ManifestVariant = ReencodeManifest['variants'][number];

const program = join(root, 'server/platform/uploads/reencode-process.ts');
const { ms, pixels: maxPixels } = readingLimits.picture;

const pixels = z.int().check(z.minimum(1), z.maximum(maxPixels));
const manifestSchema = z.object({
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  capturedAt: z.nullable(instant),
  variants: z
    .array(z.object({ kind: z.enum(pictureKinds), width: pixels, height: pixels }))
    .check(z.minLength(1)),
});

/**
 * One image at a time: decoding 64 megapixels takes up to 1.2 GB. A photo takes up to a few seconds, and proxies wait a
 * minute for a response.
 */
const queue = new FairQueue({ active: 1, waiting: 40 }, 10);

/** A re-encoded file. */
export interface ImageVariant extends WrittenFile {
  kind: PictureKind;
  /** Pixels. */
  width: number;
  height: number;
}

/** A re-encoded image. */
export interface ReencodedImage extends ImageVariant {
  /** Average color as `#rrggbb`; null without `imageWidths`. */
  color: string | null;
  /** When a photo was taken; null when it doesn't say. */
  capturedAt: string | null;
  /** The other variants. */
  variants: ImageVariant[];
}

export interface ReencodeTask {
  path: string;
  kind: PictureKind;
  rule: UploadLimits;
  folder: string;
  /** Whose turn it takes in the queue. */
  owner: string;
  /** Nobody waits for the image anymore. */
  isAbandoned: () => boolean;
}

interface RunningProcess {
  child: ChildProcess;
  /** The exit code, once all pipes are closed. */
  ended: Promise<number | null>;
  manifest: Readable;
  bytes: Readable[];
}

const maxVariants = ({ imageWidths }: UploadLimits) => (imageWidths ? imageWidths.length * 2 : 1);

function start({ path, kind, rule }: ReencodeTask): RunningProcess {
  const args = [program, path, kind, rule.imageWidths?.join() ?? ''];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...Array(maxVariants(rule)).fill('pipe')],
    timeout: ms,
    killSignal: 'SIGKILL',
    // Keep secrets away from the decoder.
    env: readingEnv(),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {});
  // Buffer from the start: unread output is dropped when the process exits.
  const [manifest, ...bytes] = child.stdio.slice(manifestFd).map((pipe) => {
    if (!(pipe instanceof Readable)) throw new Error('the process has no pipes');
    const buffered = new PassThrough();
    pipe.once('error', (error) => buffered.destroy(error));
    return pipe.pipe(buffered);
  });
  if (!manifest) throw new Error('the process has no pipes');
  return { child, ended, manifest, bytes };
}

/** Reads the manifest; null when it doesn't fit the rule. The process is not trusted: it decodes hostile bytes. */
async function readManifest(
  manifest: Readable,
  rule: UploadLimits,
): Promise<ReencodeManifest | null> {
  let text = '';
  for await (const chunk of manifest) {
    text += String(chunk);
    if (text.length > maxManifestBytes) return null;
  }
  const { data } = manifestSchema.safeParse(parsed(text));
  return data && fits(rule, data) ? data : null;
}

function fits(rule: UploadLimits, { variants }: ReencodeManifest): boolean {
  const { imageWidths } = rule;
  if (variants.length > maxVariants(rule) || !imageWidths) return variants.length === 1;
  const maxWidth = Math.max(...imageWidths);
  const isAllowed = ({ kind, width }: ManifestVariant, at: number) =>
    kind === (at % 2 === 0 ? 'avif' : 'webp') && width <= maxWidth;
  return variants.length % 2 === 0 && variants.every(isAllowed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class NotAnImage extends Error {}

/** Writes one variant; no encoder needs more than 8 bytes per pixel. */
async function writeVariant(
  bytes: Readable,
  variant: ManifestVariant,
  folder: string,
): Promise<ImageVariant> {
  const maxSize = variant.width * variant.height * 8 + 65_536;
  let size = 0;
  const onChunk = (chunk: Buffer) => {
    if (size === 0 && fileFamilyOf(chunk) !== variant.kind) throw new NotAnImage();
    size += chunk.length;
    if (size > maxSize) throw new NotAnImage();
  };
  const written = await writeToDisk(bytes, folder, { onChunk });
  return { ...written, ...variant };
}

async function removeAll(files: readonly WrittenFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

/** Writes the process's output; throws an HttpError when it fails. */
async function collect(
  { child, ended, manifest, bytes }: RunningProcess,
  { rule, folder }: ReencodeTask,
) {
  const made = await orUnavailable(readManifest(manifest, rule));
  const write = async (variant: ManifestVariant, at: number) => {
    try {
      return await writeVariant(bytes[at] ?? manifest, variant, folder);
    } catch (error) {
      // The process would wait forever for a reader.
      child.kill('SIGKILL');
      throw error;
    }
  };
  const writing = await Promise.allSettled(made?.variants.map(write) ?? []);
  const variants = writing.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    // A bad variant is the image's fault (415); a disk error is ours (503).
    const failed = writing.find((one) => one.status === 'rejected')?.reason;
    if (failed && !(failed instanceof NotAnImage)) throw failed;
    if (failed) throw unsupportedType(rule, files.brokenPicture);
    const code = await orUnavailable(ended);
    if (code === exitCodes.tooManyPixels) {
      const message = files.tooManyPixels(maxPixels / 1_000_000);
      throw fieldError('payload_too_large', rule.field, message);
    }
    // Timed out or out of memory: the image may be fine, and a retry may succeed.
    if (child.signalCode === 'SIGKILL') {
      throw new HttpError('unavailable', { retryAfter: 10 });
    }
    const isWhole = variants.every(({ size }) => size > 0);
    if (code !== exitCodes.done || !made || !isWhole)
      throw unsupportedType(rule, files.brokenPicture);
    return { color: made.color, capturedAt: made.capturedAt, variants };
  } catch (error) {
    await removeAll(variants);
    throw error;
  }
}

async function encode(task: ReencodeTask): Promise<ReencodedImage> {
  if (task.isAbandoned()) throw new HttpError('incomplete_upload');
  const running = start(task);
  try {
    const { variants, ...made } = await collect(running, task);
    // The largest WebP, which every browser can show.
    const main = variants.pop();
    if (!main) throw unsupportedType(task.rule, files.brokenPicture);
    return { ...main, ...made, variants };
  } finally {
    running.child.kill('SIGKILL');
  }
}

/**
 * Re-encodes an image in a child process, upright and without metadata, to new files in the folder: with
 * `imageWidths` as AVIF and WebP in each width (the largest WebP is the main file), else in its own format,
 * GIF as PNG. Throws an HttpError: 413 over 64 megapixels, 415 for an undecodable image, 503 when too many images
 * wait, or the process times out or is killed.
 */
export function reencode(task: ReencodeTask): Promise<ReencodedImage> {
  return queue.run(task.owner, () => encode(task));
}
