import { translated } from '../text/languages.ts';
import * as spanish from './chat.es.ts';

/** Messages of the chat (M2, M4). */
export const chat = translated(spanish.chat, {
  employees: 'Employees',
  chats: 'Chats',
  with: (name: string) => `Chat with ${name}`,
  placeholder: 'Type your message...',
  send: 'Send',
  selectUser: 'Select a user to start chatting',
  sent: 'Message sent.',
  marked: 'Marked as read.',
  empty: 'Type a message first.',
  tooLong: 'Use at most 4,000 characters.',
  foreignSender: 'You can only send messages as yourself.',
  oneself: 'Choose someone else to write to.',
  adminsOnly: 'You can only write to the office.',
  noReceiver: 'This account is closed. Choose someone else.',
  badClientId: 'The clientId must be a UUID.',
  malformed: "This message isn't valid.",
  tooMany: 'Too many messages at once. They will send in a moment.',
  /** The state of an own message. */
  states: { sending: 'Sending…', sent: 'Sent', failed: 'Not sent', read: 'Read' },
  retry: 'Retry',
  discard: 'Discard',
  answeredBy: (name: string) => `Answered by ${name}`,
  typing: (name: string) => `${name} is typing…`,
  noMatch: 'No messages match this search.',
  nothingMatch: 'No people or messages match this search.',
  /** A single letter doesn't search messages. */
  noPeopleMatch: 'No people match this search. Type 2 letters to search messages too.',
  none: 'The people you can write to will appear here.',
  noMessages: 'No messages yet. Write the first one.',
  closed: 'This account is closed. You can still read its messages.',
  offline: "You're offline. Messages will send when you reconnect.",
  loadFailed: "Couldn't load messages.",
  notHereYet: 'Earlier messages appear when you reconnect. You can write one now.',
  listFailed: "Couldn't load the list.",
  wrongFile: 'Choose a photo or a PDF.',
  fileGone: "This file can't be read anymore. Choose it again.",
  fileNotStored: "This device can't keep the file. Leave this page open until it's sent.",
  maxFiles: (max: number) => `You can send ${max} files at once. Send these first.`,
  fileError: (name: string, error: string) => `${name}: ${error}`,
  tooManyFiles: "Too many files are waiting on this device. Send more when you're back online.",
  newMessages: 'New messages',
  message: (name: string) => `Message ${name}`,
});

/** Messages of the automatic reply while the office is closed. */
export const automaticReply = translated(spanish.automaticReply, {
  title: 'Automatic reply',
  about:
    'Employees who write while the office is closed get this once, until the office opens again.',
  label: 'Automatic reply',
  isOn: 'Send the automatic reply',
  text: 'Text',
  preview: 'What employees get',
  opens: (day: string) => `The office opens ${day} Central time.`,
  emergency: (phone: string) => `In an emergency, call ${phone}.`,
  saved: 'Automatic reply saved.',
  saveFailed: "Couldn't save the automatic reply. Try again.",
  fetchFailed: "Couldn't load the automatic reply.",
});
