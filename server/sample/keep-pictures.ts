import type { ObjectsTable } from '../database/tables.ts';
import type { Ground } from '../platform/ground.ts';
import type { Forms } from '../platform/uploads-picture-forms.ts';
import { Dice } from './dice.ts';
import { keepFiles, type SampleFile } from './keep-files.ts';

/** A picture to be kept as an upload of it would be; its key ends in `.webp`. */
export type SamplePicture = Pick<SampleFile, 'key' | 'name' | 'createdAt' | 'bytes'>;

/** A drawing is small anyway, and the first start is waited for. */
const leastEffort = 0;

/** What was encoded by this process, by the picture's key: two starts at once do it once. */
const encoded = new Map<string, Promise<Forms>>();

async function encode({ bytes }: SamplePicture, widths: readonly number[]): Promise<Forms> {
  const { inWidths } = await import('../platform/uploads-picture-forms.ts');
  const { color, forms } = await inWidths(await bytes(), widths, leastEffort);
  const whole = await Promise.all(
    forms.map(async (form) => {
      const content = await form.bytes();
      return { ...form, bytes: async () => content };
    }),
  );
  return { color, forms: whole };
}

/** A picture's forms, the smallest first; the last is the one that records point to. */
async function formsOf(picture: SamplePicture, widths: readonly number[]): Promise<SampleFile[]> {
  const { key, name, createdAt } = picture;
  const encoding = encoded.get(key) ?? encode(picture, widths);
  encoded.set(key, encoding);
  const { color, forms } = await encoding;
  const place = key.slice(0, key.indexOf('/'));
  return forms.map(({ kind, width, height, bytes }, at) => {
    const isMain = at === forms.length - 1;
    const original = isMain ? { original_key: null, color } : { original_key: key, color: null };
    // The same every time: two starts at once write the same bytes under the same keys.
    const own = isMain ? key : `${place}/${new Dice(`${key} ${width}`).uuid()}.${kind}`;
    return { key: own, name, kind, createdAt, bytes, picture: { ...original, width, height } };
  });
}

/** Writes pictures to storage in each of those widths that they have; answers the rows of all forms, each original before its others. */
export async function keepPictures(
  ground: Pick<Ground, 'config' | 'storage'>,
  pictures: readonly SamplePicture[],
  widths: readonly number[],
): Promise<ObjectsTable[]> {
  const files = await Promise.all(pictures.map((picture) => formsOf(picture, widths)));
  return keepFiles(
    ground,
    files.flatMap((forms) => forms.toReversed()),
  );
}
