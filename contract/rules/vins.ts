/** Vehicle identification numbers in pasted text: a mail, a spreadsheet, a scanned list. */
import { inquiryVehicles as messages } from '../messages/inquiry-vehicles.ts';
import { isBlank } from '../text/blank-text.ts';
import { isVin, plainVin, vinLength } from './vin.ts';

export interface Vin {
  vin: string;
  /** Whether its check digit is right (ISO 3779, 49 CFR 565.15). */
  is_valid: boolean;
  /** Model year; null when position 10 leaves it open. */
  year: number | null;
}

/** Codes of position 10, from 1980 on and again from 2010 on. */
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const firstYear = 1980;

/**
 * The model year by position 10, whose codes repeat every 30 years. In North America position 7 tells the cycle: a digit
 * stands for 1980 to 2009, a letter for 2010 to 2039 (49 CFR 565.15). That holds for what is built there (1 to 5) and
 * for imports, which have a valid check digit. For others, only a year whose second meaning is still to come is certain.
 * Null when the year is open: no such code, both cycles are possible, or the year is later than next year's models.
 */
export function modelYearOf(vin: string, thisYear = new Date().getFullYear()): number | null {
  const at = yearCodes.indexOf(vin.charAt(9));
  if (at < 0) return null;
  const [early, late] = [firstYear + at, firstYear + at + yearCodes.length];
  const isLatePossible = late <= thisYear + 1;
  if (!/^[1-5]/.test(vin) && !isVin(vin)) return isLatePossible ? null : early;
  if (/\d/.test(vin.charAt(6))) return early;
  return isLatePossible ? late : null;
}

const joined = (groups: readonly string[]) => plainVin(groups.join(''));

/** Serial numbers end in digits (49 CFR 565.15), words don't. */
const isCandidate = (plain: string) =>
  plain.length === vinLength && (/\d{3}$/.test(plain) || isVin(plain));

/** A VIN with a character too few, too many or wrong, rather than a word, a number or a phone. */
const isLike = (plain: string) =>
  plain.length > vinLength - 3 &&
  plain.length < vinLength + 3 &&
  /[A-Z].*[A-Z]/.test(plain) &&
  (plain.match(/\d/g) ?? []).length >= 5;

/**
 * Reads a cell of a row: every 17 letters and digits that end in digits are a VIN, whether its check digit is right or not, and
 * so are neighboring groups that are a valid one together ('1M8GD M9AXK-P042788'). Odd is what looks like one.
 */
function readCell(cell: string): { vins: string[]; odd: string[] } {
  const [vins, odd]: [string[], string[]] = [[], []];
  const groups = [...cell.matchAll(/[a-z\d]+/gi)].map(([text]) => text);
  for (let at = 0; at < groups.length; at += 1) {
    const alone = joined(groups.slice(at, at + 1));
    if (isCandidate(alone)) {
      vins.push(alone);
      continue;
    }
    let size = 2;
    while (at + size <= groups.length && joined(groups.slice(at, at + size)).length < vinLength) {
      size += 1;
    }
    const together = joined(groups.slice(at, at + size));
    if (isVin(together)) {
      vins.push(together);
      at += size - 1;
    } else if (isLike(alone)) odd.push(alone);
  }
  if (vins.length + odd.length > 0) return { vins, odd };
  // A broken one with signs in it.
  const near = [cell, ...cell.split(/\s+/)].map(plainVin).find((plain) => isLike(plain));
  return { vins, odd: near && /^[A-HJ-NPR-Z\d]+$/.test(near) ? [near] : [] };
}

/** The VINs in a text with anything between them, in its order, and what looks like one and isn't. */
function readVins(text: string): { vins: string[]; odd: string[] } {
  const cells = text.split(/[\r\n\t,;|]+/).map(readCell);
  return {
    vins: cells.flatMap(({ vins }) => vins),
    odd: [...new Set(cells.flatMap(({ odd }) => odd))],
  };
}

/** The VINs in a text, each once. */
export function parseVins(text: string): Vin[] {
  return [...new Set(readVins(text).vins)].map((vin) => ({
    vin,
    is_valid: isVin(vin),
    year: modelYearOf(vin),
  }));
}

/** '3 VINs, 1 repeated, 1 with a wrong check digit: …': what a text has; '' for a blank one. */
export function vinSummary(text: string): string {
  if (isBlank(text)) return '';
  const vins = parseVins(text);
  const wrong = vins.filter(({ is_valid }) => !is_valid).map(({ vin }) => vin);
  const { vins: all, odd } = readVins(text);
  return messages.found(vins.length, all.length - vins.length, wrong, odd);
}
