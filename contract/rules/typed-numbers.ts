/** Numbers as people type and paste them, for forms, imports and calls. */
import { t } from '../text/languages.ts';

/** Dollars may have their sign; hours their name or minutes, which are rounded to hundredths of an hour: 36:20. */
export type Unit = 'dollars' | 'hours';

/** Far more than a number needs, and little enough for patterns that go back. */
const maxLength = 100;

const signs: Record<Unit, RegExp> = {
  dollars: /^(-?)\s*(?:US)?\$\s*|\s*(?:USD|\$)$/gi,
  hours: /\s*(?:hours|hrs|h)$/i,
};

/**
 * The number that a text is, with its unit; null for any other text, and for one with a comma that isn't between
 * thousands: 1250,50 can mean two amounts. A minus touches the number, or brackets stand for it.
 */
export function typedNumber(text: string, unit?: Unit): number | null {
  if (text.length > maxLength) return null;
  let plain = text.trim();
  const [, hours, minutes, seconds = 0] =
    (unit === 'hours' && /^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/.exec(plain)) || [];
  if (hours) return Math.round(100 * (+hours + (Number(minutes) + +seconds / 60) / 60)) / 100;
  plain = plain.replace(/^\((.*)\)$/, '-$1').replace(/^[\u2012\u2013\u2212]/, '-');
  if (unit) plain = plain.replace(signs[unit], (_, minus) => (minus === '-' ? '-' : ''));
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(',', '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) && plain.length < 17 ? Number(plain) : null;
}

/** Not among the general messages: only forms load it. */
export const unclearComma = () =>
  t(
    'Use a period for decimals, such as 1,250.50.',
    'Use punto para los decimales, por ejemplo 1,250.50.',
  );

/** Why a text isn't the number that `message` asks for. */
export const numberError = (text: unknown, message: string) =>
  typeof text === 'string' &&
  text.length <= maxLength &&
  /\d,\d/.test(text) &&
  typedNumber(text, 'dollars') === null
    ? unclearComma()
    : message;
