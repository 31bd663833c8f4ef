/** Vehicle identification numbers with a check digit (49 CFR 565.15). */

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const valuesOfLetters = '12345678123457923456789';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export const vinLength = weights.length;
/** The position of the check digit, whose own weight is 0. */
const checkAt = weights.indexOf(0);

/** Upper case, without the spaces and hyphens that people put between groups. */
export function plainVin(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
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
