/** Sentences of the directory, the holidays and of lists that can be searched and exported. */
export const rooms = {
  directoryNoMatch: 'Nobody in the directory matches this search.',
  holidaysCopied: 'Address copied.',
  holidaysCopyFailed: 'The address could not be copied. Select it and copy it by hand.',
  hoursNone: 'There is no employee yet.',
  hoursNoMatch: 'Nobody in this table matches this search.',
  hoursDecide:
    'Somebody else changed these hours in the meantime. Choose which value counts, then submit again.',
  hoursGone: 'This employee is not there any more.',
  hoursPartly: (saved: number, all: number) => `${saved} of ${all} people were saved.`,
  hoursNotSaved: 'Not saved yet, and still in the table:',
  ledgerNone: 'No hours have been changed yet.',
  ledgerFailed: 'Failed to fetch the changes of hours.',
  ledgerExportFailed: 'The file could not be made. Please try again.',
} as const;
