import { constants, deflateRawSync, deflateSync } from 'node:zlib';
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
  return pdfWithStream(
    deflateSync(Buffer.alloc(step.length * 20_000_000, step), { level: 1 }),
    '/Filter/FlateDecode',
  );
}

const bombs = {
  contents: '',
  /** Where a reader looks for objects. */
  objects: '/Type/ObjStm/N 1/First 4',
  /** Where a reader looks for the places of objects. */
  places: '/Type/XRef/W[1 4 2]/Size 150000000/Root 1 0 R',
};

/** A small PDF with a stream that is compressed twice, in all to 1 GB. */
export function pdfBomb(kind: keyof typeof bombs = 'contents'): Buffer {
  // A megabyte is compressed once and repeated.
  const flush = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 'q Q '), flush);
  const flood = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array(1024).fill(megabyte),
    Buffer.from([3, 0]),
    Buffer.alloc(4),
  ]);
  return pdfWithStream(deflateSync(flood), `/Filter[/FlateDecode/FlateDecode]${bombs[kind]}`);
}

/** A PDF with one page and its content. */
function pdfWithStream(stream: Buffer, entries: string): Buffer {
  const start = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length ${stream.length}${entries}>>stream
`;
  const places = start.indexOf('4 0 obj');
  const end = `\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n${places}\n%%EOF\n`;
  return Buffer.concat([Buffer.from(start), stream, Buffer.from(end)]);
}
