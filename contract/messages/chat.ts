/** Sentences of the chat (SPEC.md sections 4 and 8). */
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
  badClientId: 'clientId must be a UUID.',
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
  none: 'Nobody to write to yet.',
  noMessages: 'No messages yet. Write the first one.',
  closed: 'This account is closed. What was written stays here.',
  offline: 'No connection. Messages go out by themselves when it is back.',
  loadFailed: 'The messages could not be read.',
  listFailed: 'The list could not be read.',
  wrongFile: 'Choose a photo or a PDF.',
  newMessages: 'New messages',
} as const;

/** Sentences of notices that come when no page is open. */
export const push = {
  /** A message without a text. */
  photo: 'Photo',
  pdf: 'PDF',
  subscribed: 'This device now gets a notice when no page is open.',
  unsubscribed: 'This device gets no more notices.',
  unknownService: 'This browser uses a notice service that is not known here.',
  badKey: 'This browser sent a key that cannot be used.',
  denied: 'This browser does not allow notices. Change that in its settings for this site.',
} as const;
