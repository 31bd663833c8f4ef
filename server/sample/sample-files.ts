import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#contract/file-kinds.ts';
import { pictureWidths } from '#contract/files.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import type { AppContext } from '../platform/app-context.ts';
import { temporaryFolder } from '../platform/data-dir.ts';
import { kinds } from '../platform/uploads/file-kinds.ts';
import type { VariantSet } from '../platform/uploads/image-variants.ts';
import { type Resume, resumePdf, type Sheet, sheetPdf } from './pdf.ts';

/** A file to be stored. */
export interface SampleFile {
  key: string;
  name: string;
  kind: FileKind;
  createdAt: string;
  bytes: () => Promise<Buffer>;
  /** Of a picture's variant. */
  picture?: Pick<ObjectsTable, 'original_key' | 'width' | 'height' | 'color'>;
}

type Context = Pick<AppContext, 'config' | 'storage'>;

const maxConcurrentWrites = 16;
/** Drawings are small anyway, and the first start waits for the encoder. */
const minEncoderEffort = 0;
/** Pixels of a photo in a chat. */
export const photoSize = { width: 960, height: 640 };

const noPicture = { original_key: null, width: null, height: null, color: null };

/** A UUID derived from a text, so that two starts at once write the same bytes under the same keys. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A sheet as PDF under `<folder>/<uuid>.pdf`; `id` tells files of one folder apart. */
export function sheetFile(
  folder: string,
  id: string,
  { name, sheet, createdAt }: { name: string; sheet: Sheet; createdAt: string },
): SampleFile {
  const key = `${folder}/${uuidFrom(`${folder} ${id}`)}.pdf`;
  return { key, name, kind: 'pdf', createdAt, bytes: () => sheetPdf(sheet, createdAt) };
}

export function resumeFile(name: string, resume: Resume, createdAt: string): SampleFile {
  const key = `resumes/${uuidFrom(`resume ${resume.name}`)}.pdf`;
  return { key, name, kind: 'pdf', createdAt, bytes: () => resumePdf(resume, createdAt) };
}

async function readDrawing(drawing: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'data', 'drawings', `${drawing}.svg`));
}

/** A drawing as the JPEG that a phone would send. */
export function photoFile(
  folder: string,
  { name, drawing, createdAt }: { name: string; drawing: string; createdAt: string },
): SampleFile {
  const bytes = async () => {
    const { default: sharp } = await import('sharp');
    const { width, height } = photoSize;
    const picture = sharp(await readDrawing(drawing)).resize(width, height);
    return picture.jpeg({ quality: 80 }).toBuffer();
  };
  const key = `${folder}/${uuidFrom(`${folder} ${drawing}`)}.jpg`;
  return { key, name, kind: 'jpeg', createdAt, bytes };
}

/** Encodings of this process by drawing: many seeds, such as in tests, encode each drawing once. */
const encodings = new Map<string, Promise<VariantSet>>();

async function encode(drawing: string): Promise<VariantSet> {
  const [{ default: sharp }, { encodeVariants }] = await Promise.all([
    import('sharp'),
    import('../platform/uploads/image-variants.ts'),
  ]);
  // Encoders would also store the drawing's transparency.
  const opaque = sharp(await readDrawing(drawing)).removeAlpha();
  const pixels = await opaque.tiff({ compression: 'none' }).toBuffer();
  const { color, variants } = await encodeVariants(pixels, pictureWidths, {
    effort: minEncoderEffort,
  });
  const encoded = variants.map(async (variant) => {
    const content = await variant.bytes();
    return { ...variant, bytes: async () => content };
  });
  return { color, variants: await Promise.all(encoded) };
}

export function pictureKey(folder: string, drawing: string): string {
  return `${folder}/${uuidFrom(`${folder} ${drawing}`)}.webp`;
}

/** The variants of a drawing that an upload of it would have, the original (`pictureKey`) first. */
export async function pictureFiles(
  folder: string,
  drawing: string,
  createdAt: string,
): Promise<SampleFile[]> {
  const original = pictureKey(folder, drawing);
  const encoding = encodings.get(drawing) ?? encode(drawing);
  encodings.set(drawing, encoding);
  const { color, variants } = await encoding;
  return variants.toReversed().map(({ kind, width, height, bytes }, index) => {
    const own = `${folder}/${uuidFrom(`${original} ${kind} ${width}`)}.${kind}`;
    const variant =
      index === 0 ? { original_key: null, color } : { original_key: original, color: null };
    return {
      key: index === 0 ? original : own,
      name: `${drawing}.jpg`,
      kind,
      createdAt,
      bytes,
      picture: { ...variant, width, height },
    };
  });
}

async function storeFile(ctx: Context, folder: string, file: SampleFile): Promise<ObjectsTable> {
  const { key, name, kind, createdAt, bytes, picture = noPicture } = file;
  const content = await bytes();
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { mediaType } = kinds[kind];
  await ctx.storage.put(key, path, mediaType);
  return {
    key,
    kind,
    media_type: mediaType,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    original_name: name,
    created_at: createdAt,
    ...picture,
  };
}

/** Writes files to storage and returns their rows in the same order; the sweep deletes files whose rows aren't inserted. */
export async function storeFiles(
  ctx: Context,
  files: readonly SampleFile[],
): Promise<ObjectsTable[]> {
  const folder = temporaryFolder(ctx.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const rows: ObjectsTable[] = [];
  for (let start = 0; start < files.length; start += maxConcurrentWrites) {
    const batch = files.slice(start, start + maxConcurrentWrites);
    rows.push(...(await Promise.all(batch.map((file) => storeFile(ctx, folder, file)))));
  }
  return rows;
}
