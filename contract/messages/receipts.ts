/** How many files a reminder names at most. */
const named = 10;

/** Sentences about who has seen what. */
export const receipts = {
  title: 'Receipts',
  about: 'Who was given what, and who has not opened or confirmed it yet.',
  allSeen: 'Everybody has seen it.',
  missing: (missing: number, all: number) => `${missing} of ${all} missing`,
  noMatch: 'Nothing matches this search.',
  neverReplaced: 'It was never replaced.',
  nobodySaw: 'Nobody had it.',
  none: 'Nothing has been handed out yet.',
  fetchFailed: 'Failed to fetch receipts.',
  nobodyMissing: 'Nobody is missing: there is nobody to remind.',
  reminded: (people: number) =>
    people === 1 ? '1 person was reminded.' : `${people} people were reminded.`,
  /** Follows `reminded`, with a space before it. */
  skipped: (people: number) => {
    if (people === 0) return '';
    const who = people === 1 ? '1 person was' : `${people} people were`;
    return ` ${who} reminded a few minutes ago and got no second reminder.`;
  },
  justReminded: (sender: string, time: string, minutes: number) =>
    `${sender} already sent this reminder at ${time}. Wait ${minutes} minutes before you send another.`,
  remindFailed: 'Failed to send the reminder. Please try again.',
  remindWhom: 'Say which document or which person to remind about.',
  mailSubject: 'Please open what is waiting for you',
  /** The notice that reminds a person, of one document or of several; of many it names the newest. */
  pleaseOpen: (names: readonly string[]) => {
    if (names.length === 1) {
      return `Please open ${names[0]}: it is waiting for you in the portal.`;
    }
    const more = names.length - named;
    const list = names.slice(0, named).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `Please open these ${names.length} files, they are waiting for you in the portal: ${list}`;
  },
} as const;
