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
  webPage: 'This is a web page or XML file. Open it in Excel and save it as .xlsx.',
  openQuote: (row: number) =>
    `Row ${row} starts a cell with a quotation mark that never ends. Correct it and choose the file again.`,
  noValue: 'This formula has no usable value. Enter the value.',
  tooNarrow: 'The column was too narrow when this was saved. Enter the whole value.',
  lostDigits: 'Excel shortened this number and lost digits. Enter all of them.',
  lostCharacters: 'Some characters were lost. Type it again, or choose another encoding.',
  becameDate: 'Excel seems to have made a date of this. Enter the value.',
  tornRow: 'A quotation mark joined several rows in one cell. Correct it in the file.',
  extraCells: 'This row has more cells than the header. Put quotes around text with commas.',
  unclearName: 'This has more than a name, or several readings. Enter it as Last, First.',
  hiddenRow: 'Hidden in the workbook.',
  totalRow: 'A total.',
  repeatedHeader: 'The header again.',
  skippedRow: 'Skipped by you.',
  similarName: (field: string, value: string, count: number) =>
    `${field} “${value}” (${rows(count)}) is new.`,
  corrections: (count: number) =>
    count === 1
      ? '1 correction made here.'
      : `${count.toLocaleString('en-US')} corrections made here.`,
  hiddenRows: (count: number) =>
    count === 1
      ? '1 row is hidden in the workbook and left out. Include it below if you need it.'
      : `${rows(count)} are hidden in the workbook and left out. Include those you need below.`,
  sameRecord: (row: number) => `Row ${row} has other values for the same record.`,
  unknownEmployee: 'No employee matches this.',
  severalEmployees: 'Several employees match this. Enter their username.',
  otherEmployee: 'No employee matches this and the other columns of the row.',
  closed: 'This account was closed and stays closed.',
  wrong: (count: number) =>
    `${rows(count)} ${count === 1 ? 'has' : 'have'} mistakes. Nothing was imported.`,
  changedSince: 'Records changed since the preview. Check the new preview and import again.',
  imported: 'Import finished.',
  nothingNew: 'Everything in this file is stored already. Nothing changed.',
  previewFailed: "Couldn't check the file. Try again.",
  importFailed: "Couldn't import the file. Nothing was stored. Try again.",
  signInLinks:
    'New people have no password yet. Send them sign-in links now, or later under Users.',
} as const;
