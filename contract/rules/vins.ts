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

/**
 * The VINs in a text with anything between them: every run of 17 letters and digits in upper case, in the order of the
 * text, whether its check digit is right or not. A line that is one valid VIN with signs in it counts, too
 * ('1M8GD-M9AXK-P042788').
 */
function vinsIn(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const whole = plainVin(line);
      return isVin(whole) ? [whole] : (line.match(/[a-z\d]+/gi) ?? []).map(plainVin);
    })
    .filter((vin) => vin.length === vinLength);
}

/** The VINs in a text, each once. */
export function parseVins(text: string): Vin[] {
  return [...new Set(vinsIn(text))].map((vin) => ({
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
  return messages.found(vins.length, vinsIn(text).length - vins.length, wrong);
}
