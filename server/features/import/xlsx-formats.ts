/** How a number of a cell is shown, as far as it changes its meaning. */
export interface CellFormat {
  isDate: boolean;
  /** Digits to which it is filled up with zeros. */
  digits: number;
}

/** Excel's own formats of dates and times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** A cell format by its id and, for the workbook's own formats, its code. */
export function formatOf(id: number, code = ''): CellFormat {
  // Quoted and escaped characters are shown as they are; brackets hold colors, currencies and locales.
  const [plain = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';');
  const isCustomDate = /[yd]/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain));
  const isDate = code === '' ? isBuiltInDate(id) : isCustomDate && !/general/i.test(plain);
  return { isDate, digits: /^0{2,}$/.test(plain) ? plain.length : 0 };
}

const dayMs = 86_400_000;

/** The calendar date of Excel's day number; undefined beyond the years 1900 to 2199. */
export function serialDate(serial: number, is1904 = false): string | undefined {
  if (!(serial >= 1 && serial < 110_000)) return undefined;
  const days = Math.floor(serial) + (is1904 ? 1462 : 0);
  // Excel counts February 29, 1900, which never was.
  const epoch = days > 60 ? Date.UTC(1899, 11, 30) : Date.UTC(1899, 11, 31);
  return new Date(epoch + days * dayMs).toISOString().slice(0, 10);
}

/** The text of a number as the spreadsheet shows it, without currency and thousands separators. */
export function numberText(value: string, format: CellFormat | undefined, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const date = format?.isDate ? serialDate(number, is1904) : undefined;
  if (date !== undefined) return date;
  // 15 digits are what Excel calculates with: 0.1 + 0.2 is 0.3.
  const text = String(Number(number.toPrecision(15)));
  return text.padStart(format?.digits ?? 0, '0');
}
