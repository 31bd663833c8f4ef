/** Kinds of picture that are decoded. */
export const pictureKinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Width × height of the largest picture that is decoded. */
export const mostPixels = 50_000_000;

/** How the process that writes a picture anew ends. */
export const exits = { done: 0, broken: 3, tooManyPixels: 4 } as const;

/** The open file to which that process writes what it makes; one for the bytes of each form comes after it. */
export const tellingFile = 3;

/** What that process makes of a picture, as JSON. */
export interface Told {
  /** The picture in one colour, `#rrggbb`; null of one that is not made in widths. */
  color: string | null;
  /** From the smallest width to the largest, each as AVIF, then WebP. In pixels. */
  forms: { kind: PictureKind; width: number; height: number }[];
}

/** Longest such text in bytes. */
export const longestTold = 4096;
