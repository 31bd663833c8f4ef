import type { pictureKinds } from '#contract/files.ts';

export type PictureKind = (typeof pictureKinds)[number];

/** How the re-encoding process exits. */
export const exitCodes = { done: 0, broken: 3, tooManyPixels: 4 } as const;

/** File descriptor of the manifest; the descriptors after it carry the bytes, one per variant. */
export const manifestFd = 3;

/** The process's output as JSON; the bytes follow separately. */
export interface ReencodeManifest {
  /** Average color as `#rrggbb`; null without `imageWidths`. */
  color: string | null;
  /** When a photo was taken; null when it doesn't say. */
  capturedAt: string | null;
  /** In pixels, from the smallest width to the largest, each as AVIF, then WebP. */
  variants: { kind: PictureKind; width: number; height: number }[];
}

/** Longest manifest in bytes. */
export const maxManifestBytes = 4096;
