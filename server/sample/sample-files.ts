import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { pictureWidths } from '#contract/files.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import type { AppContext } from '../platform/app-context.ts';
import { temporaryFolder } from '../platform/runtime/data-dir.ts';
import { root } from '../platform/runtime/root.ts';
import { kinds } from '../platform/uploads/file-kinds.ts';

/** A file to be stored. */
export interface SampleFile {
  /** Below data/files. */
  path: string;
  /** As its sender named it. */
  name: string;
  createdAt: string;
  /** Of a picture's variant. */
  picture?: Pick<ObjectsTable, 'original_key' | 'width' | 'height' | 'color'>;
}

/** A picture in the data: its path without width and format, and the pixels and the color of its largest variant. */
export interface SamplePicture {
  picture: string;
  size: [width: number, height: number];
  color: string;
}

const maxConcurrentWrites = 16;

const noPicture = { original_key: null, width: null, height: null, color: null };

const fileKinds: Readonly<Record<string, FileKind>> = {
  '.pdf': 'pdf',
  '.jpg': 'jpeg',
  '.webp': 'webp',
  '.avif': 'avif',
};

/** The storage key of a file, so that two starts at once write the same bytes under the same keys. */
export function keyOf(path: string): string {
  const { dir, ext } = parse(path);
  const hex = createHash('sha256').update(path).digest('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${dir}/${uuid}${ext}`;
}

/** The variants that an upload of the picture would have, the original first. */
export function variantsOf(
  { picture, size: [maxWidth, maxHeight], color }: SamplePicture,
  createdAt: string,
): SampleFile[] {
  const original = { original_key: null, color };
  const other = { original_key: keyOf(`${picture}-${maxWidth}.webp`), color: null };
  const widths = [maxWidth, ...pictureWidths.filter((width) => width < maxWidth)];
  return widths.flatMap((width) =>
    ['webp', 'avif'].map((format) => ({
      path: `${picture}-${width}.${format}`,
      name: `${basename(picture)}.jpg`,
      createdAt,
      picture: {
        ...(width === maxWidth && format === 'webp' ? original : other),
        width,
        height: Math.round((width * maxHeight) / maxWidth),
      },
    })),
  );
}

async function storeFile(ctx: Context, folder: string, file: SampleFile): Promise<ObjectsTable> {
  const { path, name, createdAt, picture = noPicture } = file;
  const kind = fileKinds[parse(path).ext];
  if (!kind) throw new Error(`the sample data has a file of an unknown kind: ${path}`);
  const content = await readFile(join(root, 'server/sample/data/files', path));
  const temporary = join(folder, randomUUID());
  await writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
  const [key, { mediaType }] = [keyOf(path), kinds[kind]];
  await ctx.storage.put(key, temporary, mediaType);
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

type Context = Pick<AppContext, 'config' | 'storage'>;

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
