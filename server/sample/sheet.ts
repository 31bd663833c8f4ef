import { company } from '#contract/company.ts';
import { openPaper, printable } from './paper.ts';

/** What the office hands out on one page: sections of lines, rows with an amount, a line to sign on. */
export interface Sheet {
  title: string;
  /** Below the title: for whom, for when. */
  under: string;
  sections: readonly { heading: string; lines: readonly string[] }[];
  /** What for, and how much, in dollars as text. */
  amounts?: readonly (readonly [string, string])[];
  /** Who signs; null: the line is empty. */
  signed?: string | null;
  written: Date;
}

/** A sheet as PDF, on one page of Letter paper; the same bytes every time. */
export async function sheetPdf(sheet: Sheet): Promise<Buffer> {
  const { page, line, heading, finish } = openPaper({
    title: sheet.title,
    author: company.name,
    written: sheet.written,
  });
  page.font('Helvetica').fontSize(10.5).text(company.name);
  page.moveDown(0.6).font('Helvetica-Bold').fontSize(20).text(printable(sheet.title));
  line(sheet.under, 'Helvetica-Oblique');
  for (const section of sheet.sections) {
    heading(section.heading);
    for (const text of section.lines) line(text);
  }
  if (sheet.amounts) heading('Amounts');
  for (const [what, amount] of sheet.amounts ?? []) {
    const { y } = page;
    line(what, what === 'Total' ? 'Helvetica-Bold' : 'Helvetica');
    page.y = y;
    page.text(amount, { align: 'right', lineGap: 2 });
  }
  if (sheet.signed !== undefined) {
    page.moveDown(3);
    line(`Signed: ${sheet.signed ?? '________________________'}`, 'Helvetica-Oblique');
  }
  return finish();
}
