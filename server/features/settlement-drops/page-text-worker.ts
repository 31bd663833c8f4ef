/** Runs in a worker thread: takes the path of a PDF, answers the text of its first page, null when there is none to be read. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { mostCharacters, type PlacedText, textOf } from './page-layout.ts';

/** A piece of what a page says, as the library hands it out; marks of structure have no text. */
interface Piece {
  items: (PlacedText | { type: string })[];
}

async function firstPage(path: string): Promise<string> {
  const bytes = await readFile(path);
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
  try {
    const page = await pdf.getPage(1);
    const pieces = page.streamTextContent().getReader();
    const items: PlacedText[] = [];
    let characters = 0;
    // A page can be made to say more than fits into memory.
    while (characters < mostCharacters) {
      const { value, done } = (await pieces.read()) as ReadableStreamReadResult<Piece>;
      if (done) break;
      const texts = value.items.filter((item) => 'str' in item);
      items.push(...texts);
      characters += texts.reduce((sum, { str }) => sum + str.length, 0);
    }
    await pieces.cancel();
    return textOf(items);
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
