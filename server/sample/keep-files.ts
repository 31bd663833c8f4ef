import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#contract/endpoint.ts';
import type { ObjectsTable } from '../database/tables.ts';
import type { Ground } from '../platform/ground.ts';
import { temporaryFolder } from '../platform/storage/temporary.ts';
import { kinds } from '../platform/uploads-kinds.ts';

/** A file to be kept. */
export interface SampleFile {
  key: string;
  name: string;
  kind: FileKind;
  createdAt: string;
  bytes: () => Promise<Buffer>;
  /** Of a form of a picture. */
  picture?: Pick<ObjectsTable, 'original_key' | 'width' | 'height' | 'color'>;
}

/** The disk is waited for by so many at once. */
const atOnce = 16;

const noPicture = { original_key: null, width: null, height: null, color: null };

/** Writes files to storage and answers their rows, in the same order; what no row comes to know is swept later. */
export async function keepFiles(
  ground: Pick<Ground, 'config' | 'storage'>,
  files: readonly SampleFile[],
): Promise<ObjectsTable[]> {
  const folder = temporaryFolder(ground.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keep = async ({ key, name, kind, createdAt, bytes, picture = noPicture }: SampleFile) => {
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
    await ground.storage.keep(key, path, mediaType);
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
  };
  const rows: ObjectsTable[] = [];
  for (let start = 0; start < files.length; start += atOnce) {
    rows.push(...(await Promise.all(files.slice(start, start + atOnce).map(keep))));
  }
  return rows;
}
