import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { instant } from '#contract/wire/fields.ts';
import { fileFamilyOf } from '#contract/wire/file-family.ts';
import { assertFreeSpace } from '../runtime/disk-space.ts';
import { fieldError, HttpError } from '../runtime/errors.ts';
import { FairQueue } from '../runtime/fair-queue.ts';
import { readInProcess } from '../sandbox/file-reader.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';
import type { PictureKind, UploadLimits } from './file-kinds.ts';
import { unsupportedType } from './file-type-detector.ts';
import { orUnavailable, type WrittenFile } from './write-to-disk.ts';

const program = 'server/platform/uploads/reencode-process.ts';
const { pixels: maxPixels } = readingLimits.picture;

const pixels = z.int().check(z.minimum(1), z.maximum(maxPixels));
const madeSchema = z.object({
  /** Average color as `#rrggbb`; null without `imageWidths`. */
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  /** When a photo was taken; null when it doesn't say. */
  capturedAt: z.nullable(instant),
  /** In pixels, from the smallest width to the largest, each as AVIF, then WebP. */
  variants: z
    .array(z.object({ kind: z.enum(pictureKinds), width: pixels, height: pixels }))
    .check(z.minLength(1)),
});
type Made = z.infer<typeof madeSchema>;

const reencodingSchema = z.union([
  z.object({ fault: z.enum(['broken', 'pixels', 'disk']) }),
  madeSchema,
]);

/** What the process is asked for. */
export interface EncodeRequest {
  path: string;
  kind: PictureKind;
  output: string;
  /** Empty: the image keeps its own width. */
  widths: readonly number[];
}

/** What the process answers; the variants are in files. */
export type Reencoding = z.infer<typeof reencodingSchema>;

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

const maxVariants = ({ imageWidths }: UploadLimits) => (imageWidths ? imageWidths.length * 2 : 1);

function fits(rule: UploadLimits, { variants }: Made): boolean {
  const { imageWidths } = rule;
  if (variants.length > maxVariants(rule) || !imageWidths) return variants.length === 1;
  const maxWidth = Math.max(...imageWidths);
  const isAllowed = ({ kind, width }: Made['variants'][number], at: number) =>
    kind === (at % 2 === 0 ? 'avif' : 'webp') && width <= maxWidth;
  return variants.length % 2 === 0 && variants.every(isAllowed);
}

/** Runs the process, which isn't trusted: it decodes hostile bytes. Throws an HttpError when it fails. */
async function makeVariants({ path, kind, rule }: ReencodeTask, output: string): Promise<Made> {
  const request: EncodeRequest = { path, kind, output, widths: rule.imageWidths ?? [] };
  const reply = await readInProcess(program, readingLimits.picture, request);
  // The image may be fine, and a retry may succeed.
  if (reply === 'slow') throw new HttpError('unavailable', { retryAfter: 10 });
  const { data } = reencodingSchema.safeParse(reply);
  if (data && 'fault' in data) {
    if (data.fault === 'disk') throw new HttpError('unavailable', { retryAfter: 10 });
    if (data.fault === 'pixels') {
      const message = files.tooManyPixels(Math.floor(maxPixels / 1_000_000));
      throw fieldError('payload_too_large', rule.field, message);
    }
  } else if (data && fits(rule, data)) {
    return data;
  }
  throw unsupportedType(rule, files.brokenPicture);
}

/** The hash of a file, and what it is by its first bytes. */
async function inspect(path: string) {
  const hash = createHash('sha256');
  let family: string | null | undefined;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (family === undefined) family = fileFamilyOf(chunk);
    hash.update(chunk);
  }
  return { family, sha256: hash.digest('hex') };
}

/** Compares a file of the process with what it says; no encoder needs more than 8 bytes per pixel. */
async function checkVariant(
  path: string,
  variant: Made['variants'][number],
  rule: UploadLimits,
): Promise<ImageVariant> {
  const stats = await orUnavailable(lstat(path));
  if (stats.isFile() && stats.size <= variant.width * variant.height * 8 + 65_536) {
    const { family, sha256 } = await orUnavailable(inspect(path));
    if (family === variant.kind) return { path, size: stats.size, sha256, ...variant };
  }
  throw unsupportedType(rule, files.brokenPicture);
}

async function encode(task: ReencodeTask): Promise<ReencodedImage> {
  const { rule, folder } = task;
  if (task.isAbandoned()) throw new HttpError('incomplete_upload');
  await orUnavailable(assertFreeSpace(folder));
  const output = join(folder, randomUUID());
  try {
    const { variants, ...made } = await makeVariants(task, output);
    const checked = await Promise.all(
      variants.map((variant, index) => checkVariant(`${output}-${index}`, variant, rule)),
    );
    // The largest WebP, which every browser can show.
    const main = checked.pop();
    if (!main) throw unsupportedType(rule, files.brokenPicture);
    return { ...main, ...made, variants: checked };
  } catch (error) {
    const paths = Array.from({ length: maxVariants(rule) }, (_, index) => `${output}-${index}`);
    await Promise.all(paths.map((path) => rm(path, { force: true })));
    throw error;
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
