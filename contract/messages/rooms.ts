/** Sentences of the directory, the holidays and of lists that can be searched and exported. */
export const rooms = {
  directoryNoMatch: 'Nobody in the directory matches this search.',
  holidaysCopied: 'Address copied.',
  holidaysCopyFailed: 'The address could not be copied. Select it and copy it by hand.',
} as const;
