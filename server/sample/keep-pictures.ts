import { randomUUID } from 'node:crypto';
import type { ObjectsTable } from '../database/tables.ts';
import type { Ground } from '../platform/ground.ts';
import { keepFiles, type SampleFile } from './keep-files.ts';

/** A picture to be kept as an upload of it would be; its key ends in `.webp`. */
export type SamplePicture = Pick<SampleFile, 'key' | 'name' | 'createdAt' | 'bytes'>;

/** A picture's forms, the smallest first; the last is the one that records point to. */
async function formsOf(
  { key, name, createdAt, bytes }: SamplePicture,
  widths: readonly number[],
): Promise<SampleFile[]> {
  const { inWidths } = await import('../platform/uploads-picture-forms.ts');
  const { color, forms } = await inWidths(await bytes(), widths);
  const place = key.slice(0, key.indexOf('/'));
  return forms.map(({ kind, width, height, bytes: encoded }, at) => {
    const isMain = at === forms.length - 1;
    const picture = isMain
      ? { original_key: null, width, height, color }
      : { original_key: key, width, height, color: null };
    const own = isMain ? key : `${place}/${randomUUID()}.${kind}`;
    return { key: own, name, kind, createdAt, bytes: encoded, picture };
  });
}

/** Writes pictures to storage in each of those widths that they have; answers the rows of all forms, each original before its others. */
export async function keepPictures(
  ground: Pick<Ground, 'config' | 'storage'>,
  pictures: readonly SamplePicture[],
  widths: readonly number[],
): Promise<ObjectsTable[]> {
  const rows: ObjectsTable[] = [];
  for (const picture of pictures) {
    rows.push(...(await keepFiles(ground, await formsOf(picture, widths))).toReversed());
  }
  return rows;
}
