/** Messages of the settlement drop: many PDFs, each for one driver. */
export const settlementDrops = {
  title: 'Settlement drop',
  about:
    'Drop all settlements of a run at once. Each is matched to its driver; nothing is sent before you confirm.',
  /** The suggested name for all files of a drop. */
  weekEnding: (day: string) => `Settlement, week ending ${day}`,
  nameHint: 'Drivers see this name. You can also change each one below.',
  renamed: 'All files in this drop were renamed.',
  ownNames: 'All files have their own names again.',
  opened: 'Ready for the files.',
  received: 'File received.',
  removed: 'File removed.',
  discarded: 'Drop discarded. Nothing was published.',
  published: (count: number) =>
    count === 1 ? '1 settlement was published.' : `${count} settlements were published.`,
  /** For a driver who gets several at once. */
  notice: (count: number) => `${count} new settlements. Find them under Settlements.`,
  nothingChosen: 'Choose a driver for at least one file.',
  receiving: 'Files are still uploading. Publish when all of them are here.',
  twice: 'The same file is named twice. Name it once.',
  goneFile: 'One of these files is no longer in this drop. Review it again.',
  goneUser: 'One of the chosen people no longer has an open account. Choose again.',
  gone: 'Someone else published or discarded this drop.',
  full: (max: number) => `A drop takes at most ${max} files. Publish these first.`,
  fetchFailed: 'Failed to fetch the settlement drop.',
  discardFailed: "Couldn't discard. Try again.",
  removeFailed: "Couldn't remove the file. Try again.",
  publishFailed: "Couldn't publish. Try again.",
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
    contradiction: "The name and numbers don't fit one person.",
    weak: 'Only the surname fits.',
    none: 'No driver was recognized in the file name or on the first page.',
    unreadable: 'The first page has no readable text.',
    slow: 'The first page took too long to read.',
    duplicate: 'The same file was published before, or is in this drop twice.',
  },
} as const;
