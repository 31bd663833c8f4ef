/** Runs in a worker thread: takes the path of a PDF, answers the text of its first page (null when there is none to be read) and of all pages of a short one. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { maxCharacters, type PlacedText, textOf } from './page-layout.ts';

/** A piece of what a page says, as the library hands it out; marks of structure have no text. */
interface Piece {
  items: (PlacedText | { type: string })[];
}

/** A PDF of more pages isn't read to its end. */
const maxPages = 5;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function readPages(path: string): Promise<{ text: string; allText?: string }> {
  const bytes = await readFile(path);
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
  try {
    const text = await readPage(pdf, 1);
    if (pdf.numPages > maxPages) return { text };
    const others: string[] = [];
    for (let page = 2; page <= pdf.numPages; page += 1) others.push(await readPage(pdf, page));
    return { text, allText: [text, ...others].join('\n') };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const pieces = page.streamTextContent().getReader();
  const items: PlacedText[] = [];
  let characters = 0;
  // A page can be made to say more than fits into memory.
  while (characters < maxCharacters) {
    const { value, done } = (await pieces.read()) as ReadableStreamReadResult<Piece>;
    if (done) break;
    const texts = value.items.filter((item) => 'str' in item);
    items.push(...texts);
    characters += texts.reduce((sum, { str }) => sum + str.length, 0);
  }
  await pieces.cancel();
  return textOf(items);
}

parentPort?.on('message', (path: string) => {
  readPages(path).then(
    (read) => parentPort?.postMessage(read),
    () => parentPort?.postMessage({ text: null }),
  );
});
