import { authority } from '#contract/company/authority.ts';
import { quoteTerms as spanishQuoteTerms } from '#contract/company/legal.es.ts';
import { quoteTerms } from '#contract/company/legal.ts';
import { company } from '#contract/company/profile.ts';
import { spanishChoices } from '#contract/form-choices.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import type { Quote } from '#contract/quotes.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { placeText } from '#contract/rules/stops.ts';
import { locale, t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { printable } from '../../platform/formats/printable.ts';

/** What the PDF shows of the inquiry. */
export type QuotedInquiry = Pick<
  Inquiry,
  | 'company_name'
  | 'contact_person'
  | 'number_of_vehicles'
  | 'vehicle_type'
  | 'vehicle_condition'
  | 'scheduled_on'
  | 'vins'
  | 'stops'
>;

/** US Letter in points. */
const [width, height] = [612, 792];
const margin = 54;
const right = width - margin;
/** Where the text of a page ends, above its foot. */
const bottom = height - 78;
/** The colors of the site. */
const [asphalt, chalk, signal, steel, line] = [
  '#12161c',
  '#f6f3ec',
  '#e8501a',
  '#4f5c68',
  '#c9c3b4',
];
/** Where the columns of the lines begin, and their widths. */
const columns = [
  { x: margin, width: 270, align: 'left' },
  { x: 330, width: 50, align: 'right' },
  { x: 386, width: 80, align: 'right' },
  { x: 472, width: 86, align: 'right' },
] as const;

/** Text of several lines. */
const paragraphs = (text: string) => text.split('\n').map(printable).join('\n');

export const titleOf = ({ number }: Pick<Quote, 'number'>) =>
  t(`Quote ${number}`, `Cotización ${number}`);

interface Issued {
  at: Date;
  /** Of the site, which has the terms. */
  publicUrl: string;
}

/**
 * A quote as a PDF in the company's design and the current language, the same bytes for the same values. The library is
 * loaded with the first one.
 */
export async function quotePdf(
  inquiry: QuotedInquiry,
  quote: Quote,
  { at, publicUrl }: Issued,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: [width, height],
    margins: { top: margin, left: margin, right: margin, bottom: height - bottom },
    bufferPages: true,
    info: { Title: titleOf(quote), Author: company.name, CreationDate: at },
    lang: locale(),
    displayTitle: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  pdf.on('end', () => resolve(Buffer.concat(pieces)));
  pdf.on('error', reject);
  drawHead(pdf, inquiry, quote, at);
  drawLines(pdf, quote);
  drawTerms(pdf, quote, publicUrl);
  drawVins(pdf, inquiry);
  drawFeet(pdf, quote);
  pdf.end();
  return promise;
}

type Pdf = PDFKit.PDFDocument;

function drawHead(pdf: Pdf, inquiry: QuotedInquiry, quote: Quote, at: Date): void {
  pdf.rect(0, 0, width, 96).fill(asphalt);
  pdf.rect(0, 96, width, 6).fill(signal);
  pdf.fillColor(chalk).font('Helvetica-Bold').fontSize(20).text(company.name, margin, 34);
  const { street, city, state, zip } = company.address;
  const contact = `${street}, ${city}, ${state} ${zip}  ·  ${company.phones.general.number}`;
  pdf.font('Helvetica').fontSize(10).text(contact, margin, 62);
  pdf.fillColor(asphalt).font('Helvetica-Bold').fontSize(22);
  pdf.text(titleOf(quote), margin, 132);
  const rows = [
    [t('For', 'Para'), `${inquiry.company_name}, ${inquiry.contact_person}`],
    [t('Date', 'Fecha'), usCalendarDay(today(at))],
    [t('Valid until', 'Válida hasta'), usCalendarDay(quote.valid_until)],
    ...inquiry.stops.map((stop) => [messages.kinds[stop.kind], placeText(stop)]),
    [t('Planned pickup', 'Recogida prevista'), usCalendarDay(inquiry.scheduled_on)],
    [t('Vehicles', 'Vehículos'), vehiclesText(inquiry)],
  ].filter(([, value]) => value);
  pdf.fontSize(10).moveDown(0.8);
  for (const [label = '', value = ''] of rows) {
    const { y } = pdf;
    pdf.fillColor(steel).font('Helvetica').text(label, margin, y, { width: 94 });
    pdf.fillColor(asphalt).text(printable(value), margin + 98, y, { width: right - margin - 98 });
    pdf.moveDown(0.35);
  }
}

/** '3 (car, used)'. */
function vehiclesText({ number_of_vehicles: count, ...inquiry }: QuotedInquiry): string {
  const kinds = [inquiry.vehicle_type, inquiry.vehicle_condition]
    .filter((choice) => choice !== '')
    .map((choice) => t(choice, spanishChoices[choice].toLowerCase()))
    .join(', ');
  return [count?.toLocaleString(locale()), count === null ? kinds : kinds && `(${kinds})`]
    .filter(Boolean)
    .join(' ');
}

function rule(pdf: Pdf, y: number, color: string = line, thickness = 0.75): void {
  pdf.moveTo(margin, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();
}

/** Draws the cells beside each other, on a new page when they don't fit. */
function drawRow(pdf: Pdf, cells: readonly string[], font: string): void {
  pdf.font(font).fontSize(10).fillColor(asphalt);
  const texts = cells.map(printable);
  const rowHeight = Math.max(
    ...texts.map((text, at) => pdf.heightOfString(text, { width: columns[at]?.width ?? 0 })),
  );
  if (pdf.y + rowHeight > bottom) pdf.addPage();
  const { y } = pdf;
  for (const [at, text] of texts.entries()) {
    const { x = 0, width: room = 0, align = 'left' } = columns[at] ?? {};
    pdf.text(text, x, y, { width: room, align });
  }
  pdf.y = y + rowHeight + 6;
  rule(pdf, pdf.y - 2);
  pdf.y += 5;
}

function drawLines(pdf: Pdf, { lines, total }: Quote): void {
  pdf.y += 16;
  rule(pdf, pdf.y, asphalt, 2);
  pdf.y += 8;
  const heads = [
    ...[t('Description', 'Descripción'), t('Quantity', 'Cantidad')],
    ...[t('Unit price', 'Precio unitario'), t('Amount', 'Monto')],
  ];
  drawRow(pdf, heads, 'Helvetica-Bold');
  for (const { description, quantity, unit_price } of lines) {
    const amount = (Math.round(unit_price * 100) * quantity) / 100;
    const cells = [quantity.toLocaleString(locale()), dollars(unit_price), dollars(amount)];
    drawRow(pdf, [description, ...cells], 'Helvetica');
  }
  if (pdf.y + 30 > bottom) pdf.addPage();
  const { y } = pdf;
  pdf.font('Helvetica-Bold').fontSize(14).fillColor(asphalt);
  pdf.text('Total', margin, y + 4);
  pdf.text(dollars(total), 330, y + 4, { width: right - 330, align: 'right' });
}

function drawTerms(pdf: Pdf, quote: Quote, publicUrl: string): void {
  const { message, number, valid_until } = quote;
  pdf.font('Helvetica').fontSize(10).fillColor(asphalt);
  pdf.x = margin;
  pdf.moveDown(2);
  const room = { width: right - margin };
  if (message) pdf.text(paragraphs(message), margin, pdf.y, room).moveDown(1);
  pdf.fillColor(steel);
  const until = usCalendarDay(valid_until);
  const phone = company.phones.general.number;
  const how = t(
    `To accept this quote by ${until}, open the link in our email, or call ${phone} and mention ${number}.`,
    `Para aceptar esta cotización a más tardar el ${until}, abra el enlace de nuestro correo, o llame al ${phone} y mencione ${number}.`,
  );
  pdf.text(how, margin, pdf.y, room).moveDown(1);
  const insurance = authority.insurance.map(
    ({ label, spanish, limit }) => `${t(label, spanish)} ${limit}`,
  );
  const carrier = [`USDOT ${authority.usdot}`, `MC ${authority.mc}`, ...insurance].join('  ·  ');
  pdf.fillColor(asphalt).font('Helvetica-Bold').text(t('Terms', 'Términos'), margin, pdf.y, room);
  pdf.font('Helvetica').text(t(quoteTerms, spanishQuoteTerms), margin, pdf.y, room);
  const link = `${publicUrl}${ownPath('/terms')}`;
  pdf.text(t(`All terms: ${link}`, `Todos los términos: ${link}`), margin, pdf.y, room);
  pdf.moveDown(0.5).text(carrier, margin, pdf.y, room);
}

/** VINs in a line. */
const vinsInLine = 5;

function drawVins(pdf: Pdf, { vins }: QuotedInquiry): void {
  if (vins.length === 0) return;
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(10).fillColor(asphalt);
  pdf.text(`${t('VINs', 'VIN')} (${vins.length.toLocaleString(locale())})`, margin, pdf.y);
  pdf.moveDown(0.3).font('Courier').fontSize(9);
  for (let from = 0; from < vins.length; from += vinsInLine) {
    const some = vins.slice(from, from + vinsInLine);
    const line = some.map(({ vin, is_valid }) => (is_valid ? vin : `${vin}*`).padEnd(18));
    pdf.text(line.join(' ').trimEnd(), margin, pdf.y, { lineBreak: false });
    pdf.y += 12;
    if (pdf.y > bottom && from + vinsInLine < vins.length) pdf.addPage();
  }
  if (vins.every(({ is_valid }) => is_valid)) return;
  const note = t(
    '* Please check: a VIN with a wrong digit.',
    '* Revíselo: un VIN con un dígito equivocado.',
  );
  pdf.font('Helvetica').text(note, margin, pdf.y + 2);
}

/** The foot of each page: which quote, and which page of how many. */
function drawFeet(pdf: Pdf, quote: Quote): void {
  const { count } = pdf.bufferedPageRange();
  for (let number = 0; number < count; number += 1) {
    pdf.switchToPage(number);
    // Else the foot, below the text, would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font('Helvetica').fontSize(9).fillColor(steel);
    const place = { width: right - margin, lineBreak: false } as const;
    pdf.text(`${company.name}  ·  ${titleOf(quote)}`, margin, height - 50, place);
    const page = t(`Page ${number + 1} of ${count}`, `Página ${number + 1} de ${count}`);
    pdf.text(page, margin, height - 50, { ...place, align: 'right' });
  }
}
