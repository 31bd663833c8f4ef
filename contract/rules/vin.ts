/** Vehicle identification numbers with a check digit (49 CFR 565.15). */

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const valuesOfLetters = '12345678123457923456789';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export const vinLength = weights.length;
/** The position of the check digit, whose own weight is 0. */
const checkAt = weights.indexOf(0);

/** Upper case, without spaces, hyphens, the stars of Code 39, and the I or the word that labels put before the VIN. */
export function plainVin(typed: string): string {
  const plain = typed.replace(/[\s*-]/g, '').toUpperCase();
  const [label = ''] = /^(?:VIN#?:?|I(?=.{17}$))/.exec(plain) ?? [];
  // A VIN has no I, so nothing of one is cut off.
  return plain.slice(label.length);
}

/** The check digit that belongs to 17 characters; null when one of them is in no VIN, such as O. */
export function checkDigitOf(vin: string): string | null {
  let sum = 0;
  for (const [at, weight] of weights.entries()) {
    const character = vin.charAt(at);
    const value = /^\d$/.test(character)
      ? character
      : (character && valuesOfLetters[letters.indexOf(character)]) || null;
    if (value === null) return null;
    sum += Number(value) * weight;
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Whether a plain VIN has 17 characters and the right check digit. */
export function isVin(vin: string): boolean {
  return vin.length === vinLength && checkDigitOf(vin) === vin[checkAt];
}

/** Why a plain VIN is odd; null for none, and for one whose check digit is right. */
export type OddVin = 'letter' | 'short' | 'long' | 'digit' | 'foreign';

/** An odd VIN may be right all the same: older cars have shorter ones, and few outside North America a check digit. */
export function oddityOf(vin: string): OddVin | null {
  if (vin === '' || isVin(vin)) return null;
  if (!/^[A-HJ-NPR-Z\d]*$/.test(vin)) return 'letter';
  if (vin.length !== vinLength) return vin.length < vinLength ? 'short' : 'long';
  return /^[1-5]/.test(vin) ? 'digit' : 'foreign';
}
