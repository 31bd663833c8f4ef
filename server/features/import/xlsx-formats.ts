/** How a number of a cell is shown, as far as it changes its meaning. */
export interface CellFormat {
  /** A calendar date, a length or time of day, a percentage, or a plain number. */
  kind: 'date' | 'duration' | 'time' | 'percent' | 'number';
  /** How whole numbers are shown, by their sections: "D-"0000, 000-00-0000, [>99]0000;000. */
  sections: readonly Section[];
}

interface Section {
  applies: ((number: number) => boolean) | null;
  /** '0' and '#' stand for digits, other texts for themselves; null for a plain number. */
  parts: readonly { digit?: '0' | '#'; text?: string }[] | null;
}

/** Not within quotes. */
const semicolon = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const token = /"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(general|[0#?])|([^0#?])/gi;
const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
  '<>': (one, other) => one !== other,
};

function sectionOf(code: string): Section {
  let applies: Section['applies'] = null;
  let isPlain = false;
  const parts: { digit?: '0' | '#'; text?: string }[] = [];
  for (const [, quoted, escaped, bracket, digit, sign] of code.matchAll(token)) {
    const [, compare = '', limit] = /^([<>=]+)(-?[\d.]+)$/.exec(bracket ?? '') ?? [];
    const comparison = comparisons[compare];
    if (comparison) applies = (number) => comparison(number, Number(limit));
    else if (digit) parts.push({ digit: digit === '#' || digit === '?' ? '#' : '0' });
    else if (sign && /[,.%E/@]/i.test(sign)) isPlain = true;
    else parts.push({ text: quoted ?? escaped ?? sign ?? '' });
  }
  return { applies, parts: isPlain ? null : parts };
}

/** A whole number with its digits in their places; undefined when the format shows nothing else than digits. */
function inPlaces(number: number, sections: readonly Section[]): string | undefined {
  const hasConditions = sections.some(({ applies }) => applies);
  const section = hasConditions
    ? (sections.find(({ applies }) => applies?.(number)) ??
      sections.findLast((one) => !one.applies))
    : (number === 0 && sections[2]) || sections[0];
  const parts = section?.parts;
  if (!parts || !Number.isSafeInteger(number) || number < 0) return undefined;
  let left = parts.length === 0 ? '' : String(number);
  let text = '';
  const first = parts.findIndex(({ digit }) => digit);
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const { digit, text: literal = '' } = parts[at] ?? {};
    const taken = at === first ? left : left.slice(-1);
    if (digit) left = left.slice(0, left.length - taken.length);
    text = (digit ? taken || (digit === '0' ? '0' : '') : literal) + text;
  }
  return text.trim();
}

/** Excel's own formats that have no code in the workbook. */
function builtInKind(id: number): CellFormat['kind'] {
  if (id >= 18 && id <= 21) return 'time';
  if (id >= 45 && id <= 47) return 'duration';
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return id === 9 || id === 10 ? 'percent' : 'number';
}

function kindOf(plain: string): CellFormat['kind'] {
  if (/general/i.test(plain)) return 'number';
  if (/\[(?:h+|m+|s+)\]/i.test(plain)) return 'duration';
  if (/[yd]/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain))) return 'date';
  if (/h/i.test(plain)) return 'time';
  if (/s/i.test(plain)) return 'duration';
  return plain.includes('%') ? 'percent' : 'number';
}

/** A cell format by its id and, for the workbook's own formats, its code. */
export function formatOf(id: number, code = ''): CellFormat {
  // Quoted and escaped characters are shown as they are; other brackets hold colors, currencies and locales.
  const [plain = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';');
  const kind = code === '' ? builtInKind(id) : kindOf(plain);
  const sections =
    kind === 'number' && code !== '' ? code.slice(0, 255).split(semicolon).map(sectionOf) : [];
  return { kind, sections };
}

const dayMs = 86_400_000;

/** The calendar date of Excel's day number; undefined beyond the years 1900 to 2199. */
export function serialDate(serial: number, is1904 = false): string | undefined {
  if (!(serial >= (is1904 ? 0 : 1) && serial < 110_000)) return undefined;
  const days = Math.floor(serial) + (is1904 ? 1462 : 0);
  // Excel counts February 29, 1900, which never was.
  const epoch = days > 60 ? Date.UTC(1899, 11, 30) : Date.UTC(1899, 11, 31);
  return new Date(epoch + days * dayMs).toISOString().slice(0, 10);
}

/** Days as hours, minutes and, if there are any, seconds: 1.5 is '36:00'. */
function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  return `${days < 0 ? '-' : ''}${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}${rest}`;
}

/** Digits with which Excel calculates: 0.1 + 0.2 is 0.3. */
const maxDigits = 15;

/** The text of a number as the spreadsheet shows it, without currency and thousands separators. */
export function numberText(value: string, format: CellFormat | undefined, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const kind = format?.kind;
  const date = kind === 'date' || kind === 'time' ? serialDate(number, is1904) : undefined;
  if (kind === 'date' && date !== undefined) return date;
  if (kind === 'duration') return durationText(number);
  // A time of day hides the days before it, which make it a date: 1.5 shows as 12:00.
  if (kind === 'time' && number >= 0 && number < 1) return durationText(number);
  if (kind === 'time' && date !== undefined) return `${date} ${durationText(number % 1)}`;
  const rounded = Number(number.toPrecision(maxDigits));
  if (kind === 'percent') return `${Number((rounded * 100).toPrecision(maxDigits))}%`;
  // Excel has lost the digits of a longer number, and shows that by its exponent.
  if (Number.isInteger(number) && Math.abs(number) >= 10 ** maxDigits) {
    return number
      .toExponential(5)
      .replace(/e\+(\d)$/, 'e+0$1')
      .toUpperCase();
  }
  return inPlaces(rounded, format?.sections ?? []) ?? String(rounded);
}
