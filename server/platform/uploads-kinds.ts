import type { FileKind } from '#contract/endpoint.ts';

/** Bytes at the end of a file that are kept for judging it. */
export const tailBytes = 2048;
/** Bytes at its start. */
export const headBytes = 8;

interface Kind {
  mediaType: string;
  /** Of its key, so also what a browser saves it as when it has no name. */
  extension: string;
  /** In a sentence: 'Please send …'. */
  words: string;
  isHead: (head: Buffer) => boolean;
  isTail: (tail: Buffer) => boolean;
}

/** What each kind of file is known by, from its bytes alone. */
export const kinds: Partial<Record<FileKind, Kind>> & { pdf: Kind } = {
  pdf: {
    mediaType: 'application/pdf',
    extension: 'pdf',
    words: 'a PDF file',
    isHead: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
    isTail: (tail) => tail.includes('%%EOF'),
  },
};
