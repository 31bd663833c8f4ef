/** Kinds of picture that are decoded. */
export const pictureKinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Width × height of the largest picture that is decoded. */
export const mostPixels = 50_000_000;

/** How the process that writes a picture anew ends. */
export const exits = { done: 0, broken: 3, tooManyPixels: 4 } as const;

/** The open file to which that process writes the size of the picture. */
export const sizeFile = 3;
