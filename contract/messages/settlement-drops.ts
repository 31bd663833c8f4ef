/** Sentences of the settlement drop: many PDFs, each to its driver. */
export const settlementDrops = {
  title: 'Settlement drop',
  about:
    'Drop all settlements of a run at once. Each is matched to its driver; nothing goes out before you confirm.',
  /** The start of a name for all files of a drop. */
  weekEnding: (day: string) => `Settlement, week ending ${day}`,
  nameHint: 'Drivers see this name. You can also change each one below.',
  renamed: 'All files in this drop were renamed.',
  ownNames: 'All files have their own names again.',
  opened: 'Ready for the files.',
  received: 'File received.',
  removed: 'File removed.',
  discarded: 'The drop was discarded; nothing was published.',
  published: (count: number) =>
    count === 1 ? '1 settlement was published.' : `${count} settlements were published.`,
  /** To a driver who gets several at once. */
  notice: (count: number) => `${count} new settlements. You find them under Settlements.`,
  nothingChosen: 'Choose a driver for at least one file.',
  receiving: 'Files are still on their way. Publish when all of them are here.',
  twice: 'The same file is named twice. Name it once.',
  goneFile: 'One of these files is no longer in this drop. Look at it again.',
  goneUser: 'One of the chosen people has no open account any more. Choose again.',
  gone: 'This drop was published or discarded in the meantime.',
  full: (most: number) => `A drop takes at most ${most} files. Publish these first.`,
  fetchFailed: 'Failed to fetch the settlement drop.',
  discardFailed: 'Failed to discard. Please try again.',
  removeFailed: 'Failed to remove the file. Please try again.',
  publishFailed: 'Failed to publish. Please try again.',
  found: {
    match: 'Match',
    doubt: 'Check',
    none: 'No match',
  },
  reasons: {
    payrollInName: 'payroll number in the file name',
    payrollOnPage: 'payroll number on the first page',
    employeeIdInName: 'employee id in the file name',
    employeeIdOnPage: 'employee id on the first page',
    nameInName: 'name in the file name',
    nameOnPage: 'name on the first page',
    surnameInName: 'surname only, in the file name',
    surnameOnPage: 'surname only, on the first page',
  },
  notes: {
    several: 'More than one person fits.',
    contradiction: 'What it says does not fit one person.',
    weak: 'Only the surname fits.',
    none: 'No driver was recognized in the file name or on the first page.',
    unreadable: 'The first page has no text that can be read.',
    slow: 'The first page took too long to read.',
    duplicate: 'The same file was published before, or is in this drop twice.',
  },
} as const;
