/** Sentences of the portal's frame: header, rail, home and what every list may say. */
export const portal = {
  unnamedUser: 'User',
  retry: 'Try again',
  retryLink: 'Retry',
  userFailed: 'We could not load your account. Please log in again.',
  jobRestored: 'This is what you typed before and did not save.',
  jobSaveFailed: 'Failed to save job.',
  applicationNoMatch: 'No application matches this search.',
  certificationMissing: 'Not certified',
  certificationMissingLong: 'The applicant has not certified that what is written here is true.',
  viewResume: 'View resume',
  noResume: 'No resume was sent.',
  inquiryFlagged:
    'A check for programs did not go well. It may still be a real customer: have a look.',
  offline: 'No connection. Check your network and try again.',
} as const;
