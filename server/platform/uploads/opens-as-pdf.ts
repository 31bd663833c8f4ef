import { fileReader } from '../sandbox/file-reader.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';

const read = fileReader<{ path: string }, { opens: boolean }>(
  'server/platform/uploads/opens-as-pdf-process.ts',
  readingLimits.oddPdf,
);

/** Whether the reader of our own opens a PDF, also one that asks for a password. */
export async function opensAsPdf(path: string): Promise<boolean> {
  const reply = await read({ path });
  return reply !== 'slow' && reply !== 'failed' && reply.opens;
}
