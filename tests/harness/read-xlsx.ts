import { unzip } from './unzip.ts';

export interface XlsxCell {
  /** Such as `B2`. */
  at: string;
  /** 'inlineStr' for text, 'b' for a flag, undefined for a number. */
  type: string | undefined;
  /** The position of its format in the style sheet. */
  style: number;
  value: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

function decode(text: string): string {
  return text
    .replace(/&(amp|lt|gt);/g, (_, name: string) => entities[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function parseSheet(xml: string): XlsxCell[][] {
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)];
  return rows.map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
      ([, at = '', attributes = '', content = '']) => ({
        at,
        type: /t="(\w+)"/.exec(attributes)?.[1],
        style: Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0),
        value: decode(content.replace(/<[^>]*>/g, '')),
      }),
    ),
  );
}

export interface Workbook {
  parts: Map<string, string>;
  /** The rows of each sheet; empty cells are left out. */
  sheets: XlsxCell[][][];
}

/** The parts of a workbook and the cells of its sheets. */
export async function readXlsx(bytes: Buffer): Promise<Workbook> {
  const files = await unzip(bytes);
  const parts = new Map([...files].map(([name, content]) => [name, content.toString()]));
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/'));
  return { parts, sheets: sheets.map((name) => parseSheet(parts.get(name) ?? '')) };
}
