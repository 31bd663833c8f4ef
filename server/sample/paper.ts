import { once } from 'node:events';
import PDFDocument from 'pdfkit';

const maker = 'Headrack sample company';

/** The standard fonts of PDF know Western European letters alone. */
export function printable(text: string): string {
  return text.replace(/[^\u0020-\u00ff–]/g, (sign) => sign.normalize('NFD').charAt(0));
}

export interface Paper {
  page: PDFKit.PDFDocument;
  line(text: string, font?: string): void;
  /** In capitals, with a rule below. */
  heading(text: string): void;
  /** The bytes, once nothing more is written on it. */
  finish(): Promise<Buffer>;
}

/** A sheet of Letter paper that becomes the same bytes every time; `written` is the day that the file names. */
export function openPaper(about: { title: string; author: string; written: Date }): Paper {
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 64,
    info: {
      Title: about.title,
      Author: about.author,
      Creator: maker,
      Producer: maker,
      CreationDate: about.written,
    },
  });
  const parts: Buffer[] = [];
  page.on('data', (part: Buffer) => parts.push(part));
  const ended = once(page, 'end');
  return {
    page,
    line: (text, font = 'Helvetica') => {
      page.font(font).fontSize(10.5).text(printable(text), { lineGap: 2 });
    },
    heading: (text) => {
      page.moveDown(1.2).font('Helvetica-Bold').fontSize(11).text(printable(text.toUpperCase()));
      const { left, right } = page.page.margins;
      page
        .moveTo(left, page.y + 1)
        .lineTo(page.page.width - right, page.y + 1)
        .lineWidth(0.5)
        .stroke();
      page.moveDown(0.5);
    },
    finish: async () => {
      page.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}
