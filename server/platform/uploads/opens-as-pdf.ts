import { openFileReader } from '../sandbox/file-reader.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';

const reader = openFileReader<string, { opens: boolean }>(
  'server/platform/uploads/opens-as-pdf-process.ts',
  readingLimits.oddPdf,
);

/** Whether the reader of our own opens a PDF, also one that asks for a password. */
export async function opensAsPdf(path: string): Promise<boolean> {
  const reply = await reader.read(path);
  return reply !== 'slow' && reply !== 'failed' && reply.opens;
}
