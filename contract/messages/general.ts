import { early } from './early.ts';

/** Sentences that any call or screen may say. */
export const general = {
  tokenMissing: 'Access denied. No token provided.',
  tokenInvalid: 'Invalid token. Please log in again.',
  adminsOnly: 'Access denied. Admins only.',
  sessionExpired: 'Session expired. Please log in again.',
  foreignOrigin: 'This can be used by our own pages only.',
  notYourRole: 'This page is not available to your role.',
  loading: 'Loading...',
  loadingData: 'Loading data...',
  invalid: 'Please correct the marked fields.',
  notFound: 'There is nothing here with that address or id.',
  methodNotAllowed: 'This address does not take that method.',
  notHttp: 'The request is not one that this server understands.',
  brokenJson: 'The request is not valid JSON.',
  bodyMissing: 'The request needs a body with the fields of this call.',
  bodyTooLarge: 'The request is too large.',
  foreignForm: 'This form was sent from another site. Open it on this site and send it again.',
  bodyKind: 'This call does not take a body of that kind.',
  brokenUpload: 'The upload did not arrive whole. Please send it again.',
  stale:
    'Somebody else has changed this in the meantime. Look at the current version and save again.',
  keyReused: 'This Idempotency-Key was already used with other content. Use a new key.',
  keyInvalid: 'Idempotency-Key must be a UUID.',
  tooMany: 'Too many tries. Please wait a moment and try again.',
  busy: 'The service is busy. Please try again in a moment.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  unexpected: 'Something went wrong on our side. Please try again.',
  offline: early.offline,
} as const;

/** Sentences about a single field; `{n}` style parts are filled by the function's arguments. */
export const field = {
  required: early.required,
  text: 'Enter text here.',
  tooLong: (max: number) => `Use at most ${max.toLocaleString('en-US')} characters.`,
  tooShort: (min: number) => `Use at least ${min} characters.`,
  control: 'This text has characters that cannot be stored. Please type it again.',
  email: 'Enter an e-mail address such as name@example.com.',
  date: 'Enter a date that exists, as YYYY-MM-DD.',
  choice: (choices: readonly string[]) => `Choose one of: ${choices.join(', ')}.`,
  wholeNumber: (min: number, max: number) =>
    `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`,
  flag: 'Enter 0 or 1.',
  hours: 'Enter hours from 0 to 99,999.99 with at most 2 decimals.',
  money: 'Enter an amount from 0 to 9,999,999.99 with at most 2 decimals.',
  id: 'Enter a whole number, 1 or more.',
  list: 'Send a JSON list here.',
  idList: 'Send a JSON list of ids here, such as [3, 7].',
  object: 'Send an object with the fields of this call.',
} as const;
