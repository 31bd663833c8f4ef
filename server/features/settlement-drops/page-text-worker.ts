/** Runs in a worker thread: reads the text of the first page of a PDF, null when there is none, and of all pages of a short one. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

/** Characters of a page that are read. */
const maxCharacters = 20_000;

/** A text on a page; lengths in points. */
interface PlacedText {
  str: string;
  width: number;
  height: number;
  /** The last two numbers are its position. */
  transform: number[];
  hasEOL: boolean;
}

/** The text of a page with line feeds between lines and tabs between columns. */
function textOf(items: readonly PlacedText[]): string {
  let text = '';
  let end: { x: number; y: number } | null = null;
  for (const { str, width, height, transform, hasEOL } of items) {
    const x = transform[4] ?? 0;
    const y = transform[5] ?? 0;
    // Words of one name are close together; a gap of three letter heights is another column.
    const isApart = end !== null && (Math.abs(y - end.y) > height / 2 || x - end.x > 3 * height);
    if (isApart && str.trim() !== '') text += '\t';
    text += str;
    if (str.trim() !== '') end = { x: x + width, y };
    if (hasEOL) {
      text += '\n';
      end = null;
    }
    if (text.length >= maxCharacters) break;
  }
  return text.slice(0, maxCharacters);
}

/** A chunk of a page from the library; marks of structure have no text. */
interface Chunk {
  items: (PlacedText | { type: string })[];
}

/** Of longer PDFs only the first page is read. */
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
  const chunks = page.streamTextContent().getReader();
  const items: PlacedText[] = [];
  let characters = 0;
  // A page may have more text than fits into memory.
  while (characters < maxCharacters) {
    const { value, done } = (await chunks.read()) as ReadableStreamReadResult<Chunk>;
    if (done) break;
    const texts = value.items.filter((item) => 'str' in item);
    items.push(...texts);
    characters += texts.reduce((sum, { str }) => sum + str.length, 0);
  }
  await chunks.cancel();
  return textOf(items);
}

parentPort?.on('message', (path: string) => {
  readPages(path).then(
    (read) => parentPort?.postMessage(read),
    () => parentPort?.postMessage({ text: null }),
  );
});
