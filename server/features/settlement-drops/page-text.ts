import { openFileReader } from '../../platform/uploads/file-reader.ts';
import type { Page } from './page-lines.ts';

/** The text of a PDF. */
export interface PageText {
  /** The first and the last pages; none when the PDF can't be read or has no text. */
  pages: readonly Page[];
  fault: 'unreadable' | 'slow' | null;
}

/** Reads PDFs in a worker, one after the other. */
export interface PageReader {
  read: (path: string) => Promise<PageText>;
  /** Ends the worker; waiting PDFs are unreadable. */
  close: () => Promise<void>;
}

const program = 'server/features/settlement-drops/page-text-worker.ts';

/** Milliseconds that a PDF may take. */
const limitMs = 5_000;

/** Creates a reader; a worker that takes too long is replaced. */
export function openPageReader(): PageReader {
  const reader = openFileReader<string, Pick<PageText, 'pages'>>(program, limitMs);
  return {
    read: async (path) => {
      const reply = await reader.read(path);
      if (reply === 'slow') return { pages: [], fault: 'slow' };
      const pages = reply === 'failed' ? [] : reply.pages;
      const hasText = pages.some((lines) => lines.length > 0);
      return hasText ? { pages, fault: null } : { pages: [], fault: 'unreadable' };
    },
    close: reader.close,
  };
}
