import type { Look } from './contrast.ts';
import type { Quad, Size, Turns } from './geometry.ts';

/** How a page is cut out of its photo. */
export interface PageSettings {
  /** Fractions of the photo's width and height. */
  corners: Quad;
  turns: Turns;
  look: Look;
}

/** A photo on the device: upright, without metadata, with at most `photoSide` pixels on its longer side. */
export interface Photo extends Size {
  blob: Blob;
  /** The corners of the sheet on it; null when none was found. */
  sheet: Quad | null;
}

/** What the worker does. */
export interface ScanTasks {
  read: { input: Blob; output: Photo };
  /** A small picture of the page. */
  preview: { input: PageInput; output: Blob };
  /** Null when the pages don't fit into `maxBytes`. */
  pdf: { input: { pages: readonly PageInput[]; maxBytes: number }; output: Blob | null };
}

export interface PageInput extends PageSettings {
  photo: Photo;
}

export type ScanRequest = {
  [Task in keyof ScanTasks]: { id: number; task: Task; input: ScanTasks[Task]['input'] };
}[keyof ScanTasks];

export type ScanReply =
  | { id: number; output: unknown }
  | { id: number; error: string }
  /** The page that is written, from 0. */
  | { id: number; page: number };
