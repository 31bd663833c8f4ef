import { type Cell, isFormula } from '#contract/text/csv.ts';
import { type ZipEntry, zip } from './zip.ts';

/** How Excel shows a cell. A value that doesn't fit is shown as text. */
export type XlsxFormat =
  | 'text'
  | 'number'
  | 'hours'
  | 'money'
  /** `true` or `false`. */
  | 'flag'
  /** YYYY-MM-DD. */
  | 'date'
  /** YYYY-MM-DD HH:MM:SS. */
  | 'time';

export interface XlsxColumn {
  header: string;
  format: XlsxFormat;
  /** In characters. */
  width: number;
}

/** Excel's most rows of a sheet, the header included; further rows go to another sheet. */
const maxSheetRows = 1_048_576;
/** Excel's longest text of a cell, in UTF-16 units. It repairs files that have a longer one by deleting it. */
const maxTextLength = 32_767;

const dayMs = 86_400_000;
/** Day 0 of Excel's calendar. Excel takes 1900 for a leap year, so its days are right from March 1900 on. */
const dayZero = Date.UTC(1899, 11, 30);
const firstDay = 61;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const xf = (numFmtId: number, fontId = 0, more = '') =>
  `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;
/** The formats of cells; their positions are the style numbers of the cells. */
const cellFormats = [
  xf(0),
  xf(0, 1, ' applyFont="1"'),
  // Excel keeps such a text a text when somebody edits the cell, instead of running it as a formula.
  xf(49, 0, ' quotePrefix="1"'),
  xf(2),
  xf(164),
  xf(165),
  xf(166),
];
const headerStyle = 1;
const formulaStyle = 2;
const styleOf = { text: 0, number: 0, hours: 3, money: 4, flag: 0, date: 5, time: 6 } as const;

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="[$$-409]#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`;

/** All XML parts are sheets, except those named here: the number of sheets is known only at the end. */
const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (list: string) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${list}</Relationships>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text of an XML element. What XML can't hold is written as `_x0001_`, as Excel does. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])[&<>\p{Cc}\ufffe\uffff]/gu, (character) => {
      const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return entities[character] ?? `_x${hex}_`;
    });
}

function textCell(at: string, text: string, style: number): string {
  const cut = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
  const attributes = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${at}" t="inlineStr"${attributes}><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`;
}

/** Excel's number of a date or of a time of day; null for another text. */
function serialOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)) return null;
  const serial =
    (Date.parse(`${text.replace(' ', 'T').padEnd(19, 'T00:00:00')}Z`) - dayZero) / dayMs;
  return serial >= firstDay ? serial : null;
}

function cell(at: string, format: XlsxFormat, value: Cell): string {
  if (value === null || value === '') return '';
  if (format === 'flag' && /^(true|false)$/.test(String(value))) {
    return `<c r="${at}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
  }
  const isTime = format === 'date' || format === 'time';
  const number = typeof value === 'number' ? value : isTime ? serialOf(value) : null;
  if (number !== null && Number.isFinite(number)) {
    return `<c r="${at}" s="${styleOf[format]}"><v>${number}</v></c>`;
  }
  const text = String(value);
  return textCell(at, text, isFormula(text) ? formulaStyle : 0);
}

/** The name of a column: A to Z, AA and so on. */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function row(number: number, columns: readonly XlsxColumn[], cells: readonly Cell[]): string {
  const list = columns.map(({ format }, index) =>
    cell(`${letters(index)}${number}`, format, cells[index] ?? null),
  );
  return `<row r="${number}">${list.join('')}</row>`;
}

/** The sheet up to its first row of values. */
function beginning(columns: readonly XlsxColumn[], isFirst: boolean): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ header }, index) =>
    textCell(`${letters(index)}1`, header, headerStyle),
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

/** A sheet's name without the characters that Excel refuses. */
function sheetName(title: string, number: number): string {
  const name = title.replace(/[\\/?*[\]:']/g, ' ').slice(0, 25);
  return xmlText(number === 1 ? name : `${name} ${number}`);
}

/**
 * Streams a table as an Excel workbook, with its header frozen and its cells typed. Texts are stored as texts, never as
 * formulas. Each page must be smaller than a sheet.
 */
export function xlsx(
  title: string,
  columns: readonly XlsxColumn[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  at: Date,
  maxRows = maxSheetRows,
): AsyncGenerator<Buffer> {
  const reader = pages[Symbol.asyncIterator]();
  async function* text(xml: string) {
    yield xml;
  }
  const part = (name: string, xml: string): ZipEntry => ({
    name,
    content: text(xml),
    isText: true,
  });
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      let next = await reader.next();
      async function* sheet(isFirst: boolean) {
        yield beginning(columns, isFirst);
        let number = 1;
        while (!next.done && number + next.value.length <= maxRows) {
          yield next.value.map((cells) => row(++number, columns, cells)).join('');
          next = await reader.next();
        }
        yield '</sheetData></worksheet>';
      }
      yield part('[Content_Types].xml', contentTypes);
      yield part('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')));
      yield part('xl/styles.xml', styles);
      let count = 0;
      do {
        count += 1;
        const name = `xl/worksheets/sheet${count}.xml`;
        yield { name, content: sheet(count === 1), isText: true };
      } while (!next.done);
      const numbers = Array.from({ length: count }, (_, index) => index + 1);
      const sheets = numbers.map(
        (number) =>
          `<sheet name="${sheetName(title, number)}" sheetId="${number}" r:id="rId${number}"/>`,
      );
      const targets = numbers.map((number) =>
        relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
      );
      const style = relation(`rId${count + 1}`, 'styles', 'styles.xml');
      yield part('xl/_rels/workbook.xml.rels', relations(targets.join('') + style));
      yield part(
        'xl/workbook.xml',
        `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
      );
    } finally {
      await reader.return?.();
    }
  }
  return zip(entries(), at);
}
