/** Messages of the directory, holidays and hours pages. */
export const rooms = {
  directoryNoMatch: 'No one in the directory matches this search.',
  holidaysCopied: 'Address copied.',
  holidaysCopyFailed: "Couldn't copy the address. Select it and copy it.",
  hoursNone: 'No employees yet.',
  hoursNoMatch: 'No employees match this search.',
  hoursDecide: 'Someone else changed these hours. Choose which value to keep and submit again.',
  hoursGone: 'This employee was deleted.',
  hoursPartly: (saved: number, all: number) => `Saved ${saved} of ${all} employees.`,
  hoursNotSaved: 'Not saved yet:',
  ledgerNone: 'No changes yet.',
  ledgerFailed: "Couldn't load the changes. Try again.",
  ledgerExportFailed: "Couldn't export the file. Try again.",
} as const;
