import { company } from '../company.ts';

/** Sentences of login and logout (G3, S1, S6); in the script of /login. */
export const session = {
  loginTimeout: 'Login request timed out. Please try again.',
  loginInvalid: 'Invalid credentials',
  loginFailed: 'An error occurred during login.',
  loginUnexpected: 'An unexpected error occurred.',
  loginOffline: "You're offline. Connect to the internet, then log in again.",
  loginExpired: 'Your session has expired. Please log in again.',
  loginRequired: 'Username and password are required.',
  needLogin: 'You need to be logged in.',
  /** Why a session was ended, by the `code` of the 401; shown after the text of G3. */
  ended: {
    account_closed: `This account was closed. Call the office at ${company.phones.general.number}.`,
    credentials_changed: 'The password or role of this account was changed.',
  },
} as const;
