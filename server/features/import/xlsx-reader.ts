import { extname, posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { maxImportColumns } from '#contract/rules/import-limits.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import type { SheetWriter } from './sheet.ts';
import { type CellFormat, formatOf, numberText } from './xlsx-formats.ts';

/** Excel's own escape of characters that XML can't contain. */
const escaped = /_x([0-9A-Fa-f]{4})_/g;
const maxMerged = 10_000;

type Attributes = Readonly<Record<string, string>>;

interface XmlHandler {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Stops the reading. */
  isDone?: () => boolean;
}

const isOn = (value: string | undefined) => /^(?:1|true|on)$/.test(value ?? '');

const isHidden = ({ hidden, ht }: Attributes) => isOn(hidden) || ht === '0';

/** Names without their prefix: some programs write `x:row`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads an XML file of the archive while it unpacks. yauzl stops when it unpacks to more bytes than it declares. */
async function readXml(zip: ZipFile, entry: Entry, handler: XmlHandler): Promise<void> {
  // Elements of extensions, some of them named as those of the standard.
  let extensions = 0;
  const isExtension = (name: string) => name === 'extLst' || name === 'AlternateContent';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (isExtension(localName(name))) extensions += 1;
        if (extensions === 0) handler.open?.(localName(name), attributes);
      },
      ontext: (text) => {
        if (extensions === 0) handler.text?.(text);
      },
      onclosetag: (name) => {
        if (extensions === 0) handler.close?.(localName(name));
        if (isExtension(localName(name))) extensions -= 1;
      },
      onprocessinginstruction: (name) => {
        // Workbooks have no document types, and so no entities of their own.
        if (name.startsWith('!')) throw new Error('The workbook declares a document type.');
      },
    },
    { xmlMode: true },
  );
  const decoder = new StringDecoder('utf8');
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    parser.write(decoder.write(chunk as Buffer));
    if (handler.isDone?.()) return;
  }
  parser.end(decoder.end());
}

interface Workbook {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

async function readPart({ zip, entries }: Workbook, path: string, handler: XmlHandler) {
  const entry = entries.get(path.toLowerCase());
  if (entry) await readXml(zip, entry, handler);
}

const workbookPath = 'xl/workbook.xml';

/** The visible sheets by name, with their paths. */
async function readSheetList(workbook: Workbook): Promise<{
  sheets: Map<string, string>;
  is1904: boolean;
}> {
  const targets = new Map<string, string>();
  await readPart(workbook, 'xl/_rels/workbook.xml.rels', {
    open: (_name, { Id, Type, Target }) => {
      if (!Id || !Target || !Type?.endsWith('/worksheet')) return;
      targets.set(Id, posix.resolve('/xl', Target).slice(1));
    },
  });
  const sheets = new Map<string, string>();
  let is1904 = false;
  await readPart(workbook, workbookPath, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isOn(attributes.date1904);
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const path = targets.get(id);
      if (path && attributes.name) sheets.set(attributes.name.trim(), path);
    },
  });
  return { sheets, is1904 };
}

async function readSharedStrings(workbook: Workbook): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let characters = 0;
  let isText = false;
  // Phonetic hints repeat the text in another script.
  let isPhonetic = false;
  await readPart(workbook, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        characters += text.length;
        if (characters > readingLimits.sheet.sharedCharacters)
          throw new Error('The workbook has too much text.');
        strings.push(unescaped(text));
      }
    },
  });
  return strings;
}

const unescaped = (text: string) =>
  text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The format of each cell style. */
async function readFormats(workbook: Workbook): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let isCellStyle = false;
  await readPart(workbook, 'xl/styles.xml', {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'xf' && isCellStyle) {
        formats.push(formatOf(Number(numFmtId), codes.get(Number(numFmtId))));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

/** Column and row of an address such as `B12`; column A is 0. */
function placeOf(address: string): [column: number, row: number] {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return [column - 1, Number(digits)];
}

interface Styles {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
}

/** The text of a cell by its type and style. */
function cellText(type: string, style: number, value: string, styles: Styles): string {
  switch (type) {
    case 's':
      return styles.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
    case 'e':
      return value;
    case 'str':
    case 'inlineStr':
      return unescaped(value);
    default:
      return numberText(value, styles.formats[style], styles.is1904);
  }
}

async function readCells(
  workbook: Workbook,
  path: string,
  styles: Styles,
  sheet: SheetWriter,
): Promise<void> {
  let row = 0;
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  let isFormula = false;
  const hidden: number[] = [];
  const merged: string[] = [];
  await readPart(workbook, path, {
    open: (name, attributes) => {
      const { r, t, s, ref } = attributes;
      switch (name) {
        case 'row':
          row = r === undefined ? row + 1 : Number(r);
          column = -1;
          if (isHidden(attributes)) hidden.push(row);
          break;
        case 'c':
          column = r === undefined ? column + 1 : placeOf(r)[0];
          [type, style, value, isFormula] = [t ?? 'n', Number(s ?? 0), '', false];
          break;
        case 'f':
          isFormula = true;
          break;
        case 'v':
        case 't':
          isValue = true;
          break;
        case 'mergeCell':
          if (ref && merged.length < maxMerged) merged.push(ref);
          break;
        default:
      }
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name !== 'c' || column < 0 || column >= maxImportColumns) return;
      // The value that the program stored with the formula; without one the cell can't be used.
      if (isFormula && value === '' && type !== 'str') [type, value] = ['e', '#VALUE!'];
      if (value !== '') sheet.add(row, column, cellText(type, style, value, styles));
    },
    isDone: () => sheet.isFull,
  });
  fillMerged(merged, sheet);
  for (const number of hidden) sheet.mark(number, 'hidden');
}

function fillMerged(areas: readonly string[], sheet: SheetWriter): void {
  for (const area of areas) {
    const [start, end] = area.split(':').map(placeOf);
    if (!start || !end) continue;
    const [[column, from], [, to]] = [start, end];
    if (to > from) sheet.fillDown(column, from, to);
  }
}

/** Reads a sheet of a workbook, by default the first visible one; `sheet` is null when there is no such sheet. */
export async function readXlsx(
  path: string,
  wanted: string,
  writer: SheetWriter,
): Promise<{ sheets: string[]; sheet: string | null; is1904: boolean }> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (/^\.(?:xml|rels)$/i.test(extname(entry.fileName))) {
        entries.set(entry.fileName.toLowerCase(), entry);
      }
    }
    const workbook = { zip, entries };
    const { sheets, is1904 } = await readSheetList(workbook);
    const names = [...sheets.keys()];
    const sheet = names.find((name) => wanted === '' || name === wanted) ?? null;
    if (sheet === null) return { sheets: names, sheet, is1904 };
    const strings = await readSharedStrings(workbook);
    const styles = { strings, formats: await readFormats(workbook), is1904 };
    await readCells(workbook, sheets.get(sheet) ?? '', styles, writer);
    return { sheets: names, sheet, is1904 };
  } finally {
    zip.close();
  }
}
