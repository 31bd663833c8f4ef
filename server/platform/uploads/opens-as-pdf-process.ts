/** Runs in a process of its own: opens a PDF and its first page. */
import { readFile } from 'node:fs/promises';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { answerRequests } from '../sandbox/answer-requests.ts';

async function opens(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const pdf = await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
    try {
      await pdf.getPage(1);
      return true;
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException';
  }
}

// Loaded before the time of the reading begins.
await getResolvedPDFJS();
await answerRequests(async ({ path }: { path: string }) => ({ opens: await opens(path) }));
