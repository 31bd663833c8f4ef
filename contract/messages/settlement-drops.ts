/** Messages of the settlement drop: many PDFs, each for one driver. */
export const settlementDrops = {
  title: 'Settlement drop',
  about:
    'Drop all settlements of a run at once. Formats that you teach say whose each is; nothing is sent before you confirm.',
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
    format: 'in the place of the driver',
    nameInName: 'name in the file name',
    nameOnPage: 'name on a page',
  },
  matched: 'Matched by its format.',
  notes: {
    untaught: 'No format is taught yet, so nothing is read.',
    format: 'No format fits this file.',
    formats: 'More than one format fits this file.',
    payee: 'The driver that the format reads has no open account.',
    payees: 'The driver that the format reads fits more than one open account.',
    waiting: 'This file is read within a minute.',
    unreadable: 'The file has no readable text.',
    slow: 'Reading the file took too long or too much memory.',
    duplicate: 'The same file was published before, or is in this drop twice.',
  },
} as const;
