import { openFileReader } from '../../platform/uploads/file-reader.ts';
import { readingLimits } from '../../platform/uploads/reading-limits.ts';
import type { Page } from './page-lines.ts';

/** The text of a PDF. */
export interface PageText {
  /** The first and the last pages; none when the PDF can't be read or has no text. */
  pages: readonly Page[];
  /** 'slow': reading was cut off, because it took too long or too much memory, or because the server ended. */
  fault: 'unreadable' | 'slow' | null;
}

/** Reads PDFs in a process, one after the other. */
export interface PageReader {
  read: (path: string) => Promise<PageText>;
  /** Ends the process; waiting PDFs are cut off. */
  close: () => Promise<void>;
}

const program = 'server/features/settlement-drops/page-text-process.ts';

/** Creates a reader. */
export function openPageReader(): PageReader {
  const reader = openFileReader<string, Pick<PageText, 'pages'>>(program, readingLimits.pdfText);
  return {
    read: async (path) => {
      const reply = await reader.read(path);
      if (typeof reply === 'string') return { pages: [], fault: 'slow' };
      const { pages } = reply;
      const hasText = pages.some((lines) => lines.length > 0);
      return hasText ? { pages, fault: null } : { pages: [], fault: 'unreadable' };
    },
    close: reader.close,
  };
}
