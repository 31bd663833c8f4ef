import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { WorkExperienceInput } from '#contract/applications.ts';
import { company } from '#contract/company.ts';

/** A one-page document: sections of lines, rows with an amount, a signature line. */
export interface Sheet {
  title: string;
  /** Below the title: for whom, for when. */
  under: string;
  sections?: readonly { heading: string; lines: readonly string[] }[];
  /** Description and amount in dollars, both as text. */
  amounts?: readonly (readonly [string, string])[];
  /** Null: the signature line is empty. */
  signed?: string | null;
}

export interface Resume {
  name: string;
  contact: readonly string[];
  summary: string;
  experiences: readonly WorkExperienceInput[];
  skills: readonly string[];
  licenses: readonly string[];
  /** School and year. */
  education: string;
}

const producer = 'Headrack sample company';
const [bold, italic] = ['Helvetica-Bold', 'Helvetica-Oblique'];

/** Replaces characters that the standard PDF fonts lack: they cover Western European letters only. */
function printable(text: string): string {
  return text.replace(/[^\u0020-\u00ff–]/g, (character) => character.normalize('NFD').charAt(0));
}

/** A Letter page; the same content and creation time give the same bytes. */
function createPage(title: string, author: string, createdAt: string) {
  const info = { Title: title, Author: author, Creator: producer, Producer: producer };
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 64,
    info: { ...info, CreationDate: new Date(createdAt) },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(page, 'end');
  return {
    page,
    line(text: string, font = 'Helvetica'): void {
      page.font(font).fontSize(10.5).text(printable(text), { lineGap: 2 });
    },
    heading(text: string): void {
      page.moveDown(1.2).font(bold).fontSize(11).text(printable(text.toUpperCase()));
      const { left, right } = page.page.margins;
      const y = page.y + 1;
      page
        .moveTo(left, y)
        .lineTo(page.page.width - right, y)
        .lineWidth(0.5)
        .stroke();
      page.moveDown(0.5);
    },
    async finish(): Promise<Buffer> {
      page.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

export async function sheetPdf(sheet: Sheet, createdAt: string): Promise<Buffer> {
  const { page, line, heading, finish } = createPage(sheet.title, company.name, createdAt);
  page.font('Helvetica').fontSize(10.5).text(company.name);
  page.moveDown(0.6).font(bold).fontSize(20).text(printable(sheet.title));
  line(sheet.under, italic);
  for (const section of sheet.sections ?? []) {
    heading(section.heading);
    for (const text of section.lines) line(text);
  }
  if (sheet.amounts) heading('Amounts');
  for (const [description, amount] of sheet.amounts ?? []) {
    const { y } = page;
    line(description, description === 'Net pay' ? bold : undefined);
    page.y = y;
    page.text(amount, { align: 'right', lineGap: 2 });
  }
  if (sheet.signed !== undefined) {
    page.moveDown(3);
    line(`Signed: ${sheet.signed ?? '________________________'}`, italic);
  }
  return finish();
}

function monthAndYear(date: string | null): string {
  if (date === null) return 'present';
  const options = { timeZone: 'UTC', month: 'short', year: 'numeric' } as const;
  return new Date(date).toLocaleDateString('en-US', options);
}

export async function resumePdf(resume: Resume, createdAt: string): Promise<Buffer> {
  const title = `Resume of ${resume.name}`;
  const { page, line, heading, finish } = createPage(title, resume.name, createdAt);
  page.font(bold).fontSize(22).text(printable(resume.name));
  page.moveDown(0.3);
  line(resume.contact.slice(0, 2).join(', '));
  line(resume.contact.slice(2).join('  |  '));
  heading('Summary');
  line(resume.summary);
  heading('Experience');
  for (const experience of resume.experiences) {
    line(`${experience.position}, ${experience.company}`, bold);
    line(`${monthAndYear(experience.from_date)} – ${monthAndYear(experience.to_date)}`, italic);
    line(experience.description);
    page.moveDown(0.6);
  }
  for (const [name, text] of [
    ['Licenses', resume.licenses.join(', ')],
    ['Skills', resume.skills.join(', ')],
    ['Education', resume.education],
  ] as const) {
    if (text) heading(name);
    if (text) line(text);
  }
  page.moveDown(1.5);
  line('References are listed in the application.', italic);
  return finish();
}
