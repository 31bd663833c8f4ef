/** Runs in a worker thread: takes the path of a PDF, answers the text of its first page. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { type PlacedText, textOf } from './page-layout.ts';

async function firstPage(path: string): Promise<string> {
  const bytes = await readFile(path);
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
  try {
    const page = await pdf.getPage(1);
    const { items } = await page.getTextContent();
    return textOf(items.filter((item): item is typeof item & PlacedText => 'str' in item));
  } finally {
    await pdf.loadingTask.destroy();
  }
}

parentPort?.on('message', (path: string) => {
  firstPage(path).then(
    (text) => parentPort?.postMessage({ text }),
    () => parentPort?.postMessage({ text: null }),
  );
});
