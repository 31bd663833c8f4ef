import { translated } from '../text/languages.ts';
import * as spanish from './quotes.es.ts';

/** Messages of quotes, and of the page on which a customer follows an inquiry. */
export const quotes = {
  noLines: 'Add at least one line.',
  tooManyLines: (max: number) => `Use at most ${max} lines.`,
  validUntilPast: 'Choose today or a later day.',
  created: 'Draft saved.',
  updated: 'Quote saved.',
  sent: 'Quote sent.',
  sentAgain: 'Quote sent again.',
  withdrawn: 'Quote withdrawn.',
  notDraft: 'This quote was sent, so its price is fixed. Withdraw it and write a new one.',
  notSendable: "An answered or withdrawn quote can't be sent.",
  expired: 'The last day to accept this quote has passed.',
  isWon: 'The customer accepted another quote of this inquiry.',
  isDecided: 'This inquiry is won or lost. Set it to contacted before you send a quote.',
  notAccepted: "Only an acceptance can be taken back, and the customer didn't accept this quote.",
  tookBack: 'Acceptance taken back. The customer gets an email.',
  copied: 'Copied to a new draft. Check it, then send it.',
  answered: "The customer answered this quote, so it can't be withdrawn.",
  saveFailed: "Couldn't save the quote. Try again.",
  sendFailed: "Couldn't send the quote. Try again.",
  copyFailed: "Couldn't copy the quote. Try again.",
  takeBackFailed: "Couldn't take back the acceptance. Try again.",
  confirmBoth: (number: string) =>
    `The customer can still accept ${number}. Send this quote beside it?`,
  withdrawFailed: "Couldn't withdraw the quote. Try again.",
  pdfFailed: "Couldn't open the PDF. Try again.",
  linkFailed: "Couldn't change the link. Try again.",
  linkRevoked: 'The link no longer works.',
  confirmNewLink: "Make a new link? The one in the customer's emails will stop working.",
  confirmFirstLink: 'The customer has no link that works. Make one?',
  confirmWithdraw: "Withdraw this quote? The customer won't be able to accept it.",
  confirmRevoke: "Revoke the link? The customer's page won't open anymore.",
  confirmDiscard: 'Discard your changes to this quote?',
  none: 'No quotes yet.',
  accepted: (company: string, number: string) => `${company} accepted quote ${number}.`,
  declined: (company: string, number: string) => `${company} declined quote ${number}.`,
  renewed: (company: string, number: string) =>
    `${company} asks for a new price. Quote ${number} is no longer open: copy it and send the copy.`,
  expiredNotice: (company: string, number: string) =>
    `Quote ${number} of ${company} expired without an answer. Copy it and send the copy, or call them.`,
  asked: (company: string, reference: string) => `${company} wrote about inquiry ${reference}.`,
} as const;

/** Messages of the customer's page. */
export const inquiryStatus = translated(spanish.inquiryStatus, {
  dead: "This link was replaced, or has expired. Call the office and we'll send you a new one.",
  accepted: 'Thank you. You accepted the quote, and we will call you to plan the pickup.',
  declined: 'You declined the quote. Thank you for telling us.',
  written: 'Thank you. Your message is with our office.',
  nothing: 'Write a message or paste VINs.',
  quoteGone: "This quote isn't part of your inquiry.",
  withdrawn: 'We withdrew this quote. Call us for the current price.',
  expired: 'The last day to accept this quote has passed. Ask for a new price.',
  alreadyAnswered: 'This quote was already answered. Call us to change that.',
  otherAccepted: 'You already accepted another quote of this inquiry. Call us to change that.',
  closed: 'This request is closed. Call us, or ask again.',
  notRenewable: 'This quote is still open, or was accepted. Call us to change it.',
  renewed: "Thank you. We'll email you a new price.",
  answerFailed: "Couldn't send your answer.",
  writeFailed: "Couldn't send your message.",
  again: (reference: string) =>
    `This is filled in from your request ${reference}. Check it, then send it as a new one.`,
});
