/** Messages of the system status page. */
export const status = {
  title: 'System status',
  about: 'What runs behind the portal. Show problems to whoever runs the server.',
  fine: 'Everything works.',
  notSetUp: (parts: string) => `What is set up works. Not set up: ${parts}.`,
  fetchFailed: "Couldn't load the system status.",
  parts: {
    database: 'Database',
    storage: 'File storage',
    disk: 'Disk',
    mail: 'Mail',
    backups: 'Backups',
    clock: 'Clock',
    deletions: 'Deletion of old records',
  },
  noAnswer: 'No response. The log of the server says why.',
  noBackups: 'The server makes no backups: BACKUP_DIR is not set.',
  noMailServer: 'Mails are stored in DATA_DIR/mail and not sent: SMTP_URL is not set.',
  mailRefused: (reason: string) => `The mail server refuses: ${reason}. Check SMTP_URL.`,
  mailWaits: (count: number) =>
    `Mails have waited for over an hour: ${count}. The log of the server says why.`,
  mailFailed: (count: number) =>
    `Mails could not be delivered: ${count}. Send them again or discard them under Unsent mail.`,
  freeSpace: (free: string, total: string) => `${free} GB of ${total} GB free`,
  errorsInBrowsers: 'Errors in browsers',
  noErrors: 'Errors of pages in the last 24 hours appear here.',
  timesReported: (count: number) => (count === 1 ? 'once' : `${count} times`),
  reference: (requestId: string) => `Reference ${requestId.slice(0, 8)}`,
  states: {
    waiting: 'Not yet run',
    fine: 'Fine',
    off: 'Not set up',
    failed: 'Failed',
    stuck: 'Stuck',
  },
} as const;
