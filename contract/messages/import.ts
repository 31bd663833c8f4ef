const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Messages of the import from spreadsheets. */
export const imports = {
  title: 'Import',
  about: 'Bring in people, jobs, damages, hours and store items from a CSV or Excel file.',
  unreadable: "Couldn't read this spreadsheet. Save it as .xlsx or .csv and choose it again.",
  slow: 'Reading this spreadsheet took too long. Remove what isn’t needed and choose it again.',
  noRows: 'This sheet has no rows below a header. Choose another sheet or file.',
  tooManyRows: (max: number) =>
    `This sheet has more than ${rows(max)}. Split it and import the parts.`,
  unknownSheet: 'This workbook has no such sheet. Choose another one.',
  noValue: 'This formula has no usable value. Correct it in the spreadsheet.',
  sameRecord: (row: number) => `Row ${row} has other values for the same record.`,
  unknownEmployee: 'No employee matches this.',
  severalEmployees: 'Several employees match this. Add a column with their username.',
  otherEmployee: 'This is another employee than the other columns of the row say.',
  newProduct: 'Add this item in the store first: a new one needs a picture.',
  closed: 'This account was closed and stays closed.',
  wrong: (count: number) =>
    `${rows(count)} ${count === 1 ? 'has' : 'have'} mistakes. Nothing was imported.`,
  changedSince: 'Records changed since the preview. Check the new preview and import again.',
  imported: 'Import finished.',
  nothingNew: 'Everything in this file is stored already. Nothing changed.',
  damagesNotice: (count: number) => `${count} damages were added to your record.`,
  previewFailed: "Couldn't check the file. Try again.",
  importFailed: "Couldn't import the file. Nothing was stored. Try again.",
  signInLinks:
    'New people have no password yet. Send them sign-in links now, or later under Users.',
} as const;
