import { openFileReader } from '../../platform/uploads/file-reader.ts';

/** The text of a PDF. */
export interface PageText {
  /** Of the first page; null when it can't be read. */
  text: string | null;
  /** Of all pages, if there are few. */
  allText?: string | undefined;
  fault: 'unreadable' | 'slow' | null;
}

/** Reads PDFs in a worker, one after the other. */
export interface PageReader {
  read: (path: string) => Promise<PageText>;
  /** Ends the worker; waiting PDFs are unreadable. */
  close: () => Promise<void>;
}

const program = 'server/features/settlement-drops/page-text-worker.ts';

/** Milliseconds that a page may take. */
const limitMs = 5_000;

/** Creates a reader; a worker that takes too long is replaced. */
export function openPageReader(): PageReader {
  const reader = openFileReader<string, Pick<PageText, 'text' | 'allText'>>(program, limitMs);
  return {
    read: async (path) => {
      const reply = await reader.read(path);
      if (reply === 'slow') return { text: null, fault: 'slow' };
      if (reply === 'failed' || !reply.text?.trim()) return { text: null, fault: 'unreadable' };
      return { ...reply, allText: reply.allText, fault: null };
    },
    close: reader.close,
  };
}
