import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A PDF whose pages have these texts. */
export function pdfWithPages(
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  return written(options, (pdf) => {
    for (const text of pages) pdf.addPage().text(text);
  });
}

/** A PDF with these texts at these points of its page, written in this order; `rotation` as viewers apply it. */
export function pdfWithPlaced(
  texts: readonly { text: string; x: number; y: number }[],
  rotation = 0,
): Promise<Buffer> {
  return written({}, (pdf) => {
    const { dictionary } = pdf.addPage({ margin: 0, size: [612, 612] }).page;
    Object.assign(dictionary.data, { Rotate: rotation });
    // The texts are upright as shown.
    pdf.rotate(-rotation, { origin: [306, 306] });
    for (const { text, x, y } of texts) pdf.text(text, x, y, { lineBreak: false });
  });
}

function written(
  options: PDFKit.PDFDocumentOptions,
  write: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pdf = new PDFDocument({ ...options, autoFirstPage: false });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  pdf.on('end', () => resolve(Buffer.concat(pieces)));
  pdf.on('error', reject);
  write(pdf);
  pdf.end();
  return promise;
}

/** A small PDF whose only page has no text but twenty million operations. */
export function endlessPdf(): Buffer {
  const step = 'q Q ';
  const steps = deflateSync(Buffer.alloc(step.length * 20_000_000, step), { level: 1 });
  const start = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length ${steps.length}/Filter/FlateDecode>>stream
`;
  const end = '\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF\n';
  return Buffer.concat([Buffer.from(start), steps, Buffer.from(end)]);
}
