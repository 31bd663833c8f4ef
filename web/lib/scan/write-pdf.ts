import PDFDocument from 'pdfkit';
import type { Size } from './geometry.ts';

export interface PdfPage extends Size {
  jpeg: ArrayBuffer;
}

/** Letter in points, upright. */
const letter = { width: 612, height: 792 };

/** The page of a picture: Letter when its sides are about those of Letter, else as large as fits on Letter. */
export function pageSizeOf({ width, height }: Size): Size {
  const isUpright = height >= width;
  const sheet = isUpright ? letter : { width: letter.height, height: letter.width };
  const aspect = width / height;
  if (Math.abs(aspect / (sheet.width / sheet.height) - 1) < 0.05) return sheet;
  const scale = Math.min(sheet.width / width, sheet.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Writes a PDF with one picture per page. */
export function writePdf(pages: readonly PdfPage[]): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  // Without a font, which a page of pictures doesn't need.
  const pdf = new PDFDocument({ autoFirstPage: false, font: '' });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  pdf.on('data', (part: Uint8Array<ArrayBuffer>) => parts.push(part));
  pdf.on('end', () => resolve(new Blob(parts, { type: 'application/pdf' })));
  pdf.on('error', reject);
  for (const { jpeg, ...picture } of pages) {
    const { width, height } = pageSizeOf(picture);
    pdf.addPage({ size: [width, height], margin: 0 });
    pdf.image(jpeg, 0, 0, { width, height });
  }
  pdf.end();
  return promise;
}
