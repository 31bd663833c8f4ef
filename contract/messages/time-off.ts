import { t, translated } from '../text/languages.ts';
import { field } from './general.ts';
import * as spanish from './time-off.es.ts';

const usDay = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** `12/22/2026 to 12/24/2026`, or one day. */
export function usPeriod({ from_date, to_date }: { from_date: string; to_date: string }): string {
  return from_date === to_date
    ? usDay(from_date)
    : `${usDay(from_date)} ${t('to', 'al')} ${usDay(to_date)}`;
}

/** `24 hours`, `1 hour`, `0.5 hours`. */
export function hoursText(hours: number): string {
  return `${hours.toLocaleString('en-US')} ${hours === 1 ? t('hour', 'hora') : t('hours', 'horas')}`;
}

const closed = {
  approved: 'approved',
  declined: 'declined',
  cancelled: 'cancelled',
} as const;

/** Messages of time off. */
export const timeOff = translated(spanish.timeOff, {
  loading: 'Loading time off…',
  requested: 'Your request was sent to the office.',
  recorded: 'Time off recorded.',
  recordedAsRequest: (name: string, balance: number, hours: number) =>
    `Time off recorded as a request to decide: ${name} has ${hoursText(balance)} of PTO, and this takes ${hours.toLocaleString('en-US')}.`,
  updated: {
    requested: 'Approval undone. The request waits again.',
    approved: 'Time off approved.',
    declined: 'Time off declined.',
    cancelled: 'Time off cancelled.',
  },
  notLinked: 'Your account has no employee record. Ask the office to add one.',
  endsEarly: 'Choose a last day that is not before the first.',
  tooLong: 'Choose a period of at most one year.',
  tooOld: (earliest: string) => `Choose a first day on or after ${usDay(earliest)}.`,
  noWorkingDay: 'These days are all weekends or holidays. Choose a working day.',
  hoursRange: (max: number) => `Enter 0.25 to ${max.toLocaleString('en-US')} hours.`,
  badStatus: field.choice(['requested', 'approved', 'declined', 'cancelled']),
  badFilter: field.choice(['requested', 'approved', 'declined', 'cancelled']),
  reasonMissing: 'Give a reason, so that the employee knows why.',
  alreadyDecided: (status: keyof typeof closed) => `This request was already ${closed[status]}.`,
  tooLateToUndo: 'This approval can no longer be undone. Cancel the time off instead.',
  alreadyStarted: 'This time off has already started. Ask the office to change it.',
  notEnough: (name: string, balance: number, hours: number) =>
    `${name} has ${hoursText(balance)} of PTO, and this takes ${hours.toLocaleString('en-US')}. Raise the balance in the PTO Tracker first, or decline.`,
  unknownEmployee: 'Choose an employee with an open account.',
  /** `name` is null for the person whose it is. */
  clash: (
    other: Parameters<typeof usPeriod>[0] & { hours: number },
    isApproved: boolean,
    name: string | null,
  ) =>
    `${name === null ? 'You already have' : `${name} already has`} ${hoursText(other.hours)} off: ${usPeriod(other)}, ${isApproved ? 'approved' : 'requested'}. A day has 8 hours, so choose other days or fewer hours.`,
  /** 'PTO from 12/22/2026 to 12/24/2026 (24 hours)' */
  off: (kind: string, period: Parameters<typeof usPeriod>[0], hours: number) =>
    `${kind} ${period.from_date === period.to_date ? 'on' : 'from'} ${usPeriod(period)} (${hoursText(hours)})`,
  notices: {
    requested: (who: string, what: string) => `${who} requests ${what}.`,
    /** To the employee. */
    recorded: (what: string) => `The office recorded your ${what}.`,
    undoneOf: (who: string, what: string) => `The approval of ${who}'s ${what} was undone.`,
    undone: (what: string) =>
      `The office took back its approval of your ${what}. It will decide again.`,
    /** To the employee; `reason` may be ''. */
    approved: (what: string, reason: string) =>
      `Your ${what} was approved.${reason && ` ${reason}`}`,
    declined: (what: string, reason: string) => `Your ${what} was declined. ${reason}`,
    cancelled: (what: string, reason: string) =>
      `The office cancelled your ${what}.${reason && ` ${reason}`}`,
    /** To the office. */
    decided: (who: string, whose: string, status: keyof typeof closed, what: string) =>
      `${who} ${closed[status]} ${whose}'s ${what}.`,
    withdrawn: (who: string, what: string) => `${who} cancelled ${what}.`,
  },
  calendarName: (company: string) => `${company} Time Off`,
  hoursOf: hoursText,
  awayTitle: (name: string) => `${name} is off`,
  fetchFailed: "Couldn't load time off.",
  balanceFailed: "Couldn't load the balance.",
  none: 'No time off yet.',
  nonePending: 'No requests to decide.',
  noMatch: 'No time off matches this filter.',
  sendFailed: "Couldn't send the request. Try again.",
  updateFailed: "Couldn't save the decision. Try again.",
  cancelFailed: "Couldn't cancel the time off. Try again.",
  gone: 'This time off was not found, or you don’t have access.',
  confirmDiscard: 'Discard this request?',
  recordHint: 'What you record for an employee is approved at once, and they are notified.',
  recordOverBalance: 'This takes more than the balance. It is recorded as a request to decide.',
  overBalance:
    'This takes more than your balance. The office can approve it only after it has added hours.',
  skips: "Weekends and holidays don't count.",
  hoursMissing: 'Enter the hours in total.',
  nobodyAway: (department: string) =>
    `Nobody else${department && ` in ${department}`} is away in these days.`,
  nobodyInMonth: (month: string) => `Nobody is away in ${month}.`,
  reasonHint: 'The employee reads it.',
  confirmCancel: 'Cancel this time off?',
  subscribeOwn:
    'Subscribe once, and your approved time off is added automatically. Anyone with the address can see it, so keep it to yourself. A new password gives it a new address.',
  subscribeOffice:
    "Subscribe once, and everyone's approved time off is added automatically. Anyone with the address can see it, so keep it to yourself. A new password gives it a new address.",
  calendarFailed: "Couldn't load the calendar address.",
  calendarRenewed: 'The calendar has a new address. The old one no longer works.',
  renewFailed: "Couldn't change the address. Try again.",
  confirmRenew: 'Replace the calendar address?',
  renewEffect: 'Calendars with the old address stop updating. Subscribe again with the new one.',
});
