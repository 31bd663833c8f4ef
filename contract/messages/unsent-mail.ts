/** Messages of the unsent mail page. */
export const unsentMail = {
  title: 'Unsent mail',
  about: "Mail that couldn't be delivered. Send it again, or discard it.",
  none: 'No unsent mail.',
  fetchFailed: "Couldn't load the unsent mail.",
  retried: 'Mail queued. It will be sent shortly.',
  retryFailed: "Couldn't send the mail again. Try again.",
  linkRemoved: 'Its one-time link was deleted for safety. Create a new link instead.',
  confirmDelete: 'Discard this mail?',
  deleted: 'Mail discarded.',
  deleteFailed: "Couldn't discard the mail. Try again.",
  gone: 'This mail is no longer here. Someone sent it again or discarded it.',
} as const;
