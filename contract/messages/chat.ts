/** Sentences of the chat (M2, M4). */
export const chat = {
  employees: 'Employees',
  chats: 'Chats',
  with: (firstName: string, lastName: string) => `Chat with ${`${firstName} ${lastName}`.trim()}`,
  placeholder: 'Type your message...',
  send: 'Send',
  selectUser: 'Select a user to start chatting',
  sent: 'Message sent.',
  marked: 'Marked as read.',
  empty: 'Type a message first.',
  tooLong: 'Use at most 4,000 characters.',
  foreignSender: 'A message can be sent in your own name only.',
  oneself: 'Choose somebody else to write to.',
  adminsOnly: 'You can write to the office only.',
  noReceiver: 'This account is closed. Choose somebody else.',
  badClientId: 'The clientId must be a UUID.',
  malformed: 'This is not a message.',
  tooMany: 'Too many messages at once. They go out by themselves, a little later.',
  /** What stands beside a message of one's own. */
  states: { sending: 'Sending…', sent: 'Sent', failed: 'Not sent', read: 'Read' },
  retry: 'Retry',
  discard: 'Discard',
  answeredBy: (name: string) => `Answered by ${name}`,
  typing: (name: string) => `${name} is typing…`,
  noMatch: 'No message matches this search.',
  nothingMatch: 'Nobody and no message matches this search.',
  /** Of one letter, with which messages are not searched. */
  nobodyMatches: 'Nobody matches this search. Type 2 letters to search messages too.',
  none: 'Nobody to write to yet.',
  noMessages: 'No messages yet. Write the first one.',
  closed: 'This account is closed. What was written stays here.',
  offline: "You're offline. Messages will send when you reconnect.",
  loadFailed: 'The messages could not be read.',
  listFailed: 'The list could not be read.',
  wrongFile: 'Choose a photo or a PDF.',
  fileGone: 'This file can no longer be read. Choose it again.',
  fileNotStored: "This device can't keep the file. Leave this page open until it's sent.",
  tooManyFiles: "Too many files are waiting on this device. Send this one when you're back online.",
  discardUnsent: (count: number) =>
    count === 1
      ? "1 message hasn't been sent. Log out and discard it?"
      : `${count} messages haven't been sent. Log out and discard them?`,
  newMessages: 'New messages',
} as const;

/** Sentences of notices that come when no page is open. */
export const push = {
  label: 'Notices on this device',
  hint: 'Of messages and notices, when no page is open.',
  failed: 'This browser could not be signed up for notices. Please try again.',
  /** A message without a text. */
  photo: 'Photo',
  pdf: 'PDF',
  subscribed: 'This device now gets a notice when no page is open.',
  unsubscribed: 'This device gets no more notices.',
  unknownService: 'This browser uses a notice service that is not known here.',
  badKey: 'This browser sent a key that cannot be used.',
  denied: 'This browser does not allow notices. Change that in its settings for this site.',
} as const;
