const megabyte = 1024 * 1024;

/** What reading one file in a process of its own may take. Beyond it the process is killed. */
export interface ProcessLimits {
  /** Milliseconds. */
  ms: number;
  /** Megabytes of the whole process, Node's 60 included. */
  memoryMb: number;
}

/**
 * Every reader of files that people bring, with its limits. A file's bytes are limited by its upload. Each row has a bomb
 * in reading-limits.test.ts and a line in docs/security.md.
 */
export const readingLimits = {
  /** Decoding and encoding a picture. */
  // Cameras of 64 megapixels make up to 64.5.
  picture: { ms: 60_000, memoryMb: 1_400, pixels: 64_999_999 },
  /** Opening a PDF that begins or ends oddly. */
  oddPdf: { ms: 5_000, memoryMb: 320 },
  /** The text of a PDF: its first and its last pages. */
  pdfText: { ms: 5_000, memoryMb: 320, pages: 4, charactersPerPage: 20_000 },
  /** A workbook or CSV. */
  sheet: { ms: 10_000, memoryMb: 500, characters: 20_000_000, sharedCharacters: 40_000_000 },
  /** PDFs and pictures to one PDF. */
  pdfMerge: { ms: 60_000, memoryMb: 800, bytes: 64 * megabyte, pages: 2_000 },
  /** The list of an Office document's parts, and its content types. In the server: nothing else is unpacked. */
  officeParts: {
    entries: 1_000,
    unpackedBytes: 100 * megabyte,
    ratio: 100,
    typesBytes: megabyte,
  },
} as const;
