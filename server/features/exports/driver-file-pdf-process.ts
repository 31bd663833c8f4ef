/** Runs in a process of its own: writes a driver's file as one PDF, a cover with the table of documents and then their pages. */
import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { printable } from '../../platform/formats/printable.ts';
import { answerRequests } from '../../platform/sandbox/answer-requests.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';

export interface PdfDocument {
  /** The texts of its row in the table: document, status, issued, expires, checked by. */
  cells: readonly string[];
  /** Where its bytes are; null while it is missing. */
  path: string | null;
  isPicture: boolean;
  /** Instead of its pages, such as that it is too large. */
  fault: string | null;
}

export interface PdfRequest {
  title: string;
  /** Below the title. */
  lines: readonly string[];
  headers: readonly string[];
  documents: readonly PdfDocument[];
  /** The page instead of a document that can't be read. */
  unreadable: string;
  /** Where the PDF goes; until then it has the number of the document that is read. */
  output: string;
}

export interface PdfReply {
  pages: number;
}

/** US Letter in points. */
const [width, height] = [612, 792];
const margin = 54;
const rowHeight = 18;
const rowsPerPage = 30;
const columns = [margin, 240, 318, 378, 438, 520];
/** Pixels of a picture on its longer side: 200 for an inch of paper. */
const maxPixels = 2_200;

/** The text that fits into a width, with an ellipsis when it is cut. */
function fitting(text: string, font: PDFFont, size: number, room: number): string {
  let shown = printable(text);
  if (font.widthOfTextAtSize(shown, size) <= room) return shown;
  while (shown && font.widthOfTextAtSize(`${shown}...`, size) > room) shown = shown.slice(0, -1);
  return `${shown}...`;
}

async function addPicture(pdf: PDFDocument, path: string): Promise<void> {
  const jpeg = await sharp(path)
    .rotate()
    .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer();
  const picture = await pdf.embedJpg(jpeg);
  const isWide = picture.width > picture.height;
  const page = pdf.addPage(isWide ? [height, width] : [width, height]);
  const room = { width: page.getWidth() - 2 * margin, height: page.getHeight() - 2 * margin };
  const scale = Math.min(room.width / picture.width, room.height / picture.height, 1);
  const size = { width: picture.width * scale, height: picture.height * scale };
  page.drawImage(picture, {
    ...size,
    x: (page.getWidth() - size.width) / 2,
    y: (page.getHeight() - size.height) / 2,
  });
}

async function addPages(pdf: PDFDocument, path: string): Promise<void> {
  // An encrypted file is refused.
  const source = await PDFDocument.load(await readFile(path), { updateMetadata: false });
  if (pdf.getPageCount() + source.getPageCount() > readingLimits.pdfMerge.pages)
    throw new Error('too many pages');
  const copies = await pdf.copyPages(source, source.getPageIndices());
  // A file without a page has nothing to show.
  if (copies.length === 0) throw new Error('no pages');
  for (const page of copies) pdf.addPage(page);
}

type Fonts = Readonly<Record<'plain' | 'bold', PDFFont>>;

function addNote(
  pdf: PDFDocument,
  { plain, bold }: Fonts,
  [title = '']: readonly string[],
  note: string,
) {
  const page = pdf.addPage([width, height]);
  const room = width - 2 * margin;
  page.drawText(fitting(title, bold, 16, room), {
    x: margin,
    y: height - 90,
    size: 16,
    font: bold,
  });
  page.drawText(printable(note), {
    x: margin,
    y: height - 120,
    size: 11,
    font: plain,
    maxWidth: room,
  });
}

function drawCover(
  pages: readonly PDFPage[],
  { title, lines, headers, documents }: PdfRequest,
  { plain, bold }: Fonts,
  starts: readonly (number | null)[],
): void {
  for (const [number, page] of pages.entries()) {
    let y = height - 80;
    const draw = (text: string, x: number, size: number, font: PDFFont, room: number) =>
      page.drawText(fitting(text, font, size, room), { x, y, size, font });
    draw(title, margin, 20, bold, width - 2 * margin);
    for (const line of lines) {
      y -= 18;
      draw(line, margin, 11, plain, width - 2 * margin);
    }
    y -= 30;
    const row = (cells: readonly string[], font: PDFFont) => {
      for (const [at, cell] of cells.entries()) {
        const x = columns[at] ?? margin;
        draw(cell, x, 9, font, (columns[at + 1] ?? width - margin) - x - 6);
      }
      page.drawLine({
        start: { x: margin, y: y - 5 },
        end: { x: width - margin, y: y - 5 },
        thickness: 0.5,
      });
      y -= rowHeight;
    };
    row(headers, bold);
    const from = number * rowsPerPage;
    for (const [at, { cells }] of documents.slice(from, from + rowsPerPage).entries()) {
      row([...cells, String(starts[from + at] ?? '')], plain);
    }
  }
}

async function write(request: PdfRequest): Promise<PdfReply> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(`${request.title}, ${request.lines.join(', ')}`);
  const fonts = {
    plain: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  const count = Math.max(1, Math.ceil(request.documents.length / rowsPerPage));
  const cover = Array.from({ length: count }, () => pdf.addPage([width, height]));
  const starts: (number | null)[] = [];
  for (const [number, { cells, path, isPicture, fault }] of request.documents.entries()) {
    await writeFile(request.output, String(number));
    const start = pdf.getPageCount();
    starts.push(path === null && fault === null ? null : start + 1);
    if (fault !== null) addNote(pdf, fonts, cells, fault);
    if (path === null || fault !== null) continue;
    try {
      await (isPicture ? addPicture(pdf, path) : addPages(pdf, path));
    } catch {
      while (pdf.getPageCount() > start) pdf.removePage(start);
      addNote(pdf, fonts, cells, request.unreadable);
    }
  }
  await writeFile(request.output, 'none');
  drawCover(cover, request, fonts, starts);
  await writeFile(request.output, await pdf.save());
  return { pages: pdf.getPageCount() };
}

await answerRequests(write);
