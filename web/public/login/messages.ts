import { translated } from '#contract/text/languages.ts';
import * as spanish from './messages.es.ts';

/** Sentences of the login page (S1, S2). */
export const login = translated(spanish.login, {
  required: 'This field is required.',
  timeout: 'Login request timed out. Please try again.',
  unexpected: 'An unexpected error occurred.',
  offline: "You're offline. Connect to the internet, then log in again.",
  expired: 'Your session has expired. Please log in again.',
});
