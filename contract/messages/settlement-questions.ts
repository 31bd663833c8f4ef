import { translated } from '../text/languages.ts';
import * as spanish from './settlement-questions.es.ts';

/** Messages of questions about settlements. */
export const settlementQuestions = translated(spanish.settlementQuestions, {
  title: 'Settlement Questions',
  none: 'No questions.',
  noneOpen: 'No open questions.',
  fetchFailed: 'Failed to fetch questions.',
  asked: 'Your question was sent to the office.',
  sent: 'Message sent.',
  read: 'Answers marked as read.',
  notYours: 'This settlement is not assigned to you.',
  gone: 'This question is gone: its settlement was deleted.',
  badStatus: 'Status must be one of: open, answered.',
  emptyHint: 'Drivers ask about a settlement from their list of settlements.',
  emptyHintOwn: 'Ask the office about a settlement under Settlements.',
  noMatch: 'No questions match this filter.',
  back: 'All questions',
  newTitle: 'Ask about this settlement',
  noFile: 'The file was replaced or is no longer assigned.',
  unread: 'New answer',
  open: 'Open',
  answered: 'Answered',
  ask: 'Ask the office',
  messageLabel: 'Your message',
  photoLabel: 'Photo (optional)',
  sendFailed: "Couldn't send your message. Try again.",
  confirmDiscard: 'Discard this message?',
  /** To the office. */
  askedNotice: (name: string, file: string) => `${name} has a question about ${file}.`,
  /** To the driver. */
  answeredNotice: (file: string) => `The office answered your question about ${file}.`,
});
