import { grouped } from '../text/grouped.ts';
import { translated } from '../text/languages.ts';
import * as spanish from './general.es.ts';

/** Messages of any call or page. */
export const general = translated(spanish.general, {
  tokenMissing: 'Access denied. No token provided.',
  tokenInvalid: 'Invalid token. Please log in again.',
  adminsOnly: 'Access denied. Admins only.',
  sessionExpired: 'Session expired. Please log in again.',
  foreignOrigin: 'Only our own pages can do this.',
  notYourRole: "You don't have access to this page.",
  confirmDiscard: 'Discard your changes?',
  loading: 'Loading...',
  loadingData: 'Loading data...',
  invalid: 'Please correct the marked fields.',
  notFound: "Not found. It may have been deleted, or you don't have access.",
  methodNotAllowed: "This address doesn't support that method.",
  notHttp: "The server couldn't read the request.",
  brokenJson: "The request isn't valid JSON.",
  bodyMissing: 'The request needs a body.',
  bodyTooLarge: 'The request is too large.',
  foreignForm: 'This form came from another site. Open it here and send it again.',
  bodyKind: "This call doesn't accept that type of body.",
  brokenUpload: 'The upload is incomplete. Send it again.',
  stale: 'Someone else changed this. Review the current version and save again.',
  keyReused: 'This Idempotency-Key was already used with different content. Use a new key.',
  keyInvalid: 'Idempotency-Key must be a UUID.',
  tooMany: 'Too many attempts. Wait a moment and try again.',
  busy: 'The service is busy. Try again in a moment.',
  unavailable: "The service isn't available right now. Try again in a moment.",
  unexpected: 'Something went wrong on our side. Try again.',
  offline: "You're offline. Reconnect and try again.",
  unreachable: "Couldn't reach the server. Check your connection and try again.",
  timedOut: "The server didn't answer in time. Try again in a minute.",
  /** For a response that is not ours, such as a proxy's error page. */
  serverProblem: 'The server had a problem. Try again in a minute.',
});

/** Messages about a single field. */
export const field = translated(spanish.field, {
  required: 'This field is required.',
  cursor: 'Pass the X-Next-Before header of the previous page.',
  text: 'Enter text.',
  tooLong: (max: number) => `Use at most ${grouped(max)} characters.`,
  tooShort: (min: number) => `Use at least ${min} characters.`,
  control: "This text contains characters we can't store. Type it again.",
  email: 'Enter an email address, such as name@example.com.',
  phone: (digits: number) => `Enter a phone number with at least ${digits} digits.`,
  date: 'Enter a date that exists, such as 12/05/2026.',
  choice: (choices: readonly string[]) => `Choose one of: ${choices.join(', ')}.`,
  wholeNumber: (min: number, max: number) => `Enter a whole number from ${min} to ${grouped(max)}.`,
  flag: 'Enter 0 or 1.',
  hours: 'Enter hours from 0 to 99,999.99 with at most 2 decimals.',
  money: 'Enter an amount from 0 to 9,999,999.99 with at most 2 decimals.',
  id: 'Enter a whole number, 1 or more.',
  list: 'Send a JSON list.',
  idList: 'Send a JSON list of ids, such as [3, 7].',
  object: 'Send a JSON object.',
});

/** Messages of the public forms beyond those of their features. */
export const publicForms = translated(spanish.publicForms, {
  cancelled:
    "Sending was stopped. Your answers are still here. If you send them again, they won't be stored twice.",
  alreadyHere:
    'An earlier version of this form already reached us. Send it again only if the changes matter, or call us.',
  maybeSent: (when: string) =>
    `You sent this on ${when}, but we couldn't confirm that it arrived. Send it again: it won't be stored twice.`,
  restored: 'Your answers are back in the form.',
  retype: (labels: string) =>
    `To protect your privacy, this device doesn't save some answers. Enter them again: ${labels}.`,
  startOver: 'Start over',
  startedOver: 'The form is empty again.',
  undo: 'Undo',
});
