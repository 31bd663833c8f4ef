import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import { type Line, linesOf, type Page, type PlacedText } from './page-lines.ts';

/** Half of the pages are read at the beginning of a longer PDF, half at its end. */
const maxPages = readingLimits.pdfText.pages / 2;

/** A text from the library; lengths in points. */
interface TextItem {
  str: string;
  width: number;
  /** A matrix; the last two numbers are the position. */
  transform: number[];
}

/** A chunk of a page from the library; marks of structure have no text. */
interface Chunk {
  items: (TextItem | { type: string })[];
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The texts of a PDF's first and last pages with their positions; none when it can't be read or has no text. */
export async function readPages(path: string): Promise<readonly Page[]> {
  const pages = await pagesIn(path).catch(() => []);
  return pages.some(({ lines }) => lines.length > 0) ? pages : [];
}

async function pagesIn(path: string): Promise<Page[]> {
  const bytes = await readFile(path);
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
  try {
    const pages: Page[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const isRead = number <= maxPages || number > pdf.numPages - maxPages;
      if (isRead) pages.push({ page: number, lines: await readPage(pdf, number) });
    }
    return pages;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readPage(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number);
  const { transform } = page.getViewport({ scale: 1 });
  const chunks = page.streamTextContent().getReader();
  const texts: PlacedText[] = [];
  let left: number = readingLimits.pdfText.charactersPerPage;
  // A page may have more text than fits into memory.
  while (left > 0) {
    const { value, done } = (await chunks.read()) as ReadableStreamReadResult<Chunk>;
    if (done) break;
    for (const item of value.items) {
      if (!('str' in item) || item.str.trim() === '' || left <= 0) continue;
      const str = item.str.slice(0, left);
      left -= str.length;
      const placed = placedOn(transform, { ...item, str });
      if (placed) texts.push(placed);
    }
  }
  await chunks.cancel();
  return linesOf(texts);
}

/** The text on the page as it is shown; null when it isn't horizontal there, like a watermark. */
function placedOn(view: readonly number[], { str, width, transform }: TextItem): PlacedText | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = view;
  const [ta = 0, tb = 0, tc = 0, td = 0, x = 0, y = 0] = transform;
  const [right, down] = [a * ta + c * tb, b * ta + d * tb];
  if (right <= 0 || Math.abs(down) > right / 10) return null;
  const left = a * x + c * y + e;
  return {
    text: str,
    left,
    right: left + width,
    y: b * x + d * y + f,
    height: Math.hypot(a * tc + c * td, b * tc + d * td),
  };
}
