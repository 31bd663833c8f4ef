import { fileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import type { PageText } from './page-lines.ts';

export interface PageTextRequest {
  path: string;
}

const readInTurn = fileReader<PageTextRequest, PageText>(
  'server/features/settlement-drops/page-text-process.ts',
  readingLimits.pdfText,
);

/** Reads the text of a settlement in a process of its own. */
export async function readPageText(path: string): Promise<PageText> {
  const reply = await readInTurn({ path });
  return typeof reply === 'string' ? { pages: [], fault: 'slow' } : reply;
}
