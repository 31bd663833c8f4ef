/** Runs in a worker thread: opens a PDF and its first page. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

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

parentPort?.on('message', (path: string) => {
  opens(path).then(
    (isOpen) => parentPort?.postMessage({ opens: isOpen }),
    () => parentPort?.postMessage(null),
  );
});
