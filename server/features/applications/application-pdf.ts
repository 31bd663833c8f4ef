/** An application with its driving record as a PDF, for the driver file: without what isn't for hiring decisions. */
import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  drivingFields,
  eligibilityFields,
  personFields,
  workExperienceFields,
  workReferenceFields,
} from '#contract/applications.ts';
import { company } from '#contract/company/profile.ts';
import { historyLists, missingParts, parseHistory, statement } from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { applicationPdf as texts } from '#contract/messages/application-pdf.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import { fieldText } from '#contract/wire/field-text.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { printable } from '../../platform/formats/printable.ts';
import { temporaryFolder } from '../../platform/runtime/data-dir.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import type { selectEntries } from './applications.queries.ts';

export interface WholeApplication extends Awaited<ReturnType<typeof selectEntries>> {
  row: ApplicationRow;
}

type Fact = readonly [label: string, value: string];

interface Section {
  title: string;
  /** Instead of records. */
  note?: string;
  records: readonly (readonly Fact[])[];
}

const factsOf = (fields: RecordFields, record: object): Fact[] =>
  Object.entries(fields).map(([name, field]) => [field.label, fieldText(record, name, field)]);

const listOf = (title: string, fields: RecordFields, rows: readonly object[], none: string) => ({
  ...{ title, note: rows.length === 0 ? none : '' },
  records: rows.map((row) => factsOf(fields, row)),
});

function sectionsOf({ row, experiences, references }: WholeApplication, at: Date): Section[] {
  const history = parseHistory(row.driver_history);
  const { noneGiven, noneInYears } = texts;
  const asked = { ...personFields, ...drivingFields, ...eligibilityFields };
  const sections: Section[] = [
    { title: texts.answers, records: [factsOf(asked, row)] },
    listOf(texts.experience, workExperienceFields, experiences, noneGiven),
    listOf(texts.references, workReferenceFields, references, noneGiven),
  ];
  if (!history) {
    return [...sections, { title: texts.record, note: texts.noRecord, records: [] }];
  }
  const { has_no_accidents, has_no_violations, is_certified, signed_name, signed_on } = history;
  const missing = missingParts(history, row.has_cdl_license === 1, today(at));
  const none = (isNone: number) => (isNone === 1 ? noneInYears : noneGiven);
  const { addresses, employers, accidents, violations } = historyLists;
  return [
    ...sections,
    {
      title: texts.record,
      note:
        missing.length === 0
          ? texts.complete
          : texts.missing(missing.map((part) => messages.missing[part]).join('; ')),
      records: [],
    },
    listOf(texts.addresses, addresses, history.addresses, noneGiven),
    listOf(texts.employers, employers, history.employers, noneGiven),
    listOf(texts.accidents, accidents, history.accidents, none(has_no_accidents)),
    listOf(texts.violations, violations, history.violations, none(has_no_violations)),
    {
      title: texts.statement,
      note: signed_on === null ? texts.unsigned : statement(),
      records: [
        [
          [texts.gaps, history.gaps],
          [texts.denials, history.denials],
          [texts.certified, is_certified === 1 ? texts.yes : texts.no],
          [texts.signedBy, signed_name],
          [texts.signedOn, usCalendarDay(signed_on)],
        ],
      ],
    },
  ];
}

/** US Letter in points. */
const [width, height, margin] = [612, 792, 54];
const labelWidth = 190;
const [ink, steel] = ['#12161c', '#4f5c68'];

/** Text of several lines. */
const paragraphs = (text: string) => text.split('\n').map(printable).join('\n');

function drawFact(pdf: PDFKit.PDFDocument, [label, value]: Fact): void {
  const text = paragraphs(value) || texts.blank;
  const room = { width: width - 2 * margin - labelWidth };
  pdf.font('Helvetica').fontSize(10);
  const needed = Math.max(
    pdf.heightOfString(label, { width: labelWidth - 10 }),
    Math.min(pdf.heightOfString(text, room), 200),
  );
  if (pdf.y + needed > height - margin) pdf.addPage();
  const { y, page } = pdf;
  pdf.fillColor(steel).text(label, margin, y, { width: labelWidth - 10 });
  const after = pdf.y;
  pdf.fillColor(ink).text(text, margin + labelWidth, y, room);
  // A long text went on to another page.
  pdf.y = (pdf.page === page ? Math.max(pdf.y, after) : pdf.y) + 3;
}

function drawSection(pdf: PDFKit.PDFDocument, { title, note, records }: Section): void {
  if (pdf.y > height - margin - 60) pdf.addPage();
  pdf.moveDown(1).font('Helvetica-Bold').fontSize(13).fillColor(ink).text(title, margin);
  pdf.moveDown(0.4).font('Helvetica').fontSize(10);
  if (note) pdf.fillColor(steel).text(printable(note), margin).moveDown(0.4);
  for (const [at, facts] of records.entries()) {
    if (at > 0) pdf.moveDown(0.6);
    for (const fact of facts) drawFact(pdf, fact);
  }
}

/** The library is loaded with the first one. */
async function draw(application: WholeApplication, at: Date): Promise<Buffer> {
  const { row } = application;
  const { default: PDFDocument } = await import('pdfkit');
  const title = texts.title(`A-${row.id}`);
  const pdf = new PDFDocument({
    ...{ size: [width, height], margin, lang: 'en-US', displayTitle: true },
    info: { Title: title, Author: company.name, CreationDate: at },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  pdf.on('end', () => resolve(Buffer.concat(pieces)));
  pdf.on('error', reject);
  pdf.font('Helvetica').fontSize(10).fillColor(steel).text(company.name);
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(ink).text(title).moveDown(0.4);
  pdf
    .fontSize(12)
    .text(printable(personName(row)))
    .font('Helvetica')
    .fontSize(10);
  const sent = usCalendarDay(today(new Date(row.created_at)));
  pdf.fillColor(steel).text(printable(texts.sentOn(sent, row.position ?? texts.noJob)));
  const sections = inLanguage('en', () => sectionsOf(application, at));
  for (const section of sections) drawSection(pdf, section);
  pdf.end();
  return promise;
}

/** Writes the PDF to a temporary file for `work`, which stores it. */
export async function withApplicationPdf<T>(
  ctx: Pick<AppContext, 'config' | 'now'>,
  application: WholeApplication,
  work: (pdf: TemporaryFile) => Promise<T>,
): Promise<T> {
  const bytes = await draw(application, ctx.now());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(temporaryFolder(ctx.config.dataDir), randomUUID());
  await writeFile(path, bytes, { mode: 0o600, flush: true });
  try {
    return await work({
      ...{ field: 'file', path, size: bytes.length, sha256, sentSha256: sha256 },
      ...{ kind: 'pdf', mediaType: 'application/pdf' },
      originalName: `${texts.title(`A-${application.row.id}`)}.pdf`,
    });
  } finally {
    await rm(path, { force: true });
  }
}
