/** Workbooks written by hand, so that tests can also make strange ones. */
import { zipOf } from './zip.ts';

export interface TestSheet {
  name: string;
  /** The XML inside of `sheetData`. */
  rows: string;
  /** The XML after `sheetData`. */
  after?: string;
  state?: 'hidden' | 'veryHidden';
}

interface Parts {
  /** The text of each shared string. */
  strings?: readonly string[];
  /** A format code per cell style; '' for General. */
  formats?: readonly string[];
  is1904?: boolean;
  /** The XML after the list of sheets. */
  extensions?: string;
  /** Before the root element of each sheet. */
  prolog?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A row of inline texts; null leaves a cell out. */
export function textRow(number: number, cells: readonly (string | null)[]): string {
  const xml = cells.map((cell, column) => {
    const address = `${String.fromCharCode(65 + column)}${number}`;
    return cell === null
      ? ''
      : `<c r="${address}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

export function workbookOf(sheets: readonly TestSheet[], parts: Parts = {}): Buffer {
  const { strings = [], formats = [''], is1904 = false, extensions = '', prolog = '' } = parts;
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="r${at + 1}"/>`,
  );
  const links = sheets.map(
    (_, at) =>
      `<Relationship Id="r${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = formats.map((code, at) => `<xf numFmtId="${code === '' ? 0 : 170 + at}"/>`);
  return zipOf([
    {
      name: '[Content_Types].xml',
      value: `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    {
      name: 'xl/workbook.xml',
      value: `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets>${extensions}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      value: `<Relationships>${links.join('')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      value: `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      value: `<sst xmlns="${main}">${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows, after = '' }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      value: `${prolog}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
  ]);
}
