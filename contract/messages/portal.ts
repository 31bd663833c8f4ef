/** Messages of the portal's shell and lists. */
export const portal = {
  unnamedUser: 'User',
  todayFailed: "Couldn't load what needs you today.",
  nothingToday: 'Nothing needs you right now.',
  retry: 'Try again',
  retryLink: 'Retry',
  passwordChosenByOther: 'This password was chosen for you.',
  userFailed: "Couldn't load your account. Please log in again.",
  draftRestored: 'We restored your unsaved input.',
  draftRemoved: 'Your unsaved input is removed.',
  draftWithoutFiles: 'We restored your unsaved input, but not the files. Choose them again.',
  jobSaveFailed: 'Failed to save job.',
  applicationNoMatch: 'No applications match this search.',
  certificationMissing: 'Not certified',
  certificationMissingLong: "The applicant didn't certify that the answers are true.",
  viewResume: 'View resume',
  noResume: 'No resume.',
  possibleSpam: 'Possible spam',
  inquiryFlagged:
    'This may be spam: it failed the bot check or arrived among very many. Review it before you reply.',
  applicationFlagged:
    'This may be spam: it arrived among very many applications. Review it before you reply.',
  leaveUpload: 'An upload is running. Leave this page and stop it?',
  pageOffline: "You're offline. This page opens when you reconnect.",
  pageMissing: "Couldn't open the page. Trying again.",
} as const;

/** Messages of the directory and the holidays. */
export const directory = {
  noMatch: 'No one in the directory matches this search.',
} as const;

export const holidays = {
  copied: 'Address copied.',
  copyFailed: "Couldn't copy the address. Select it and copy it.",
} as const;
