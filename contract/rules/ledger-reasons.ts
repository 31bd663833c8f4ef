/** The reasons that the server itself writes into the ledger of hours: stored in English, shown in the reader's language. */
import { t } from '../text/languages.ts';
import { usCalendarDay } from './dates.ts';

/** By the status that time off gets. */
const written = {
  approved: ['Time off', 'Días libres'],
  requested: ['Undone: time off', 'Aprobación retirada: días libres'],
  cancelled: ['Cancelled time off', 'Días libres cancelados'],
} as const;

/** Why a decision about time off changes the hours; `period` in English. */
export const timeOffReason = (status: keyof typeof written, period: string): string =>
  `${written[status][0]} ${period}`;

/** A reason as its reader sees it; what a person typed stays as it is. */
export const reasonText = (reason: string): string => t(reason, spanishReason(reason));

function spanishReason(reason: string): string {
  const [, words, from, to] =
    /^(\D+) (\d\d\/\d\d\/\d{4})(?: to (\d\d\/\d\d\/\d{4}))?$/.exec(reason) ?? [];
  const known = Object.values(written).find(([english]) => english === words);
  return known ? `${known[1]} ${spanishDay(from)}${to ? ` al ${spanishDay(to)}` : ''}` : reason;
}

function spanishDay(day = ''): string {
  const [month, dayOfMonth, year] = day.split('/');
  return usCalendarDay(`${year}-${month}-${dayOfMonth}`, 'es');
}
