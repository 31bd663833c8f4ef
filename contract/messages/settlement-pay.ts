/** Messages of the net pay and the period of a settlement. */
export const settlementPay = {
  saved: 'Net pay and period saved.',
  saveFailed: "Couldn't save the net pay and the period. Try again.",
  title: 'Net pay and period',
  hint: 'Read from the file where a format says it. Type what the settlement says.',
  unreadable: "Couldn't read this file. Choose Net pay and type what it says.",
  badPay: 'Enter an amount from -9,999,999.99 to 9,999,999.99 with at most 2 decimals.',
  bothDays: 'Enter the first and the last day, or neither.',
  endsEarly: 'Choose a last day that is not before the first.',
  tooLong: (days: number) => `Choose a period of at most ${days} days.`,
  confirmDiscard: 'Discard your changes to the net pay and the period?',
} as const;
