import * as z from 'zod/mini';

/** Kinds of picture that are decoded. */
export const pictureKinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Width × height of the largest picture that is decoded. */
export const mostPixels = 50_000_000;

/** How the process that writes a picture anew ends. */
export const exits = { done: 0, broken: 3, tooManyPixels: 4 } as const;

/** The open file to which that process writes what it makes; one for the bytes of each form comes after it. */
export const tellingFile = 3;

const pixels = z.int().check(z.minimum(1), z.maximum(mostPixels));

/** What that process makes of a picture, as JSON: from the smallest width to the largest, each as AVIF, then WebP. */
export const told = z.object({
  /** The picture in one colour; null of one that is not made in widths. */
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  forms: z
    .array(z.object({ kind: z.enum(pictureKinds), width: pixels, height: pixels }))
    .check(z.minLength(1)),
});
export type Told = z.output<typeof told>;

/** Longest such text in bytes. */
export const longestTold = 4096;
