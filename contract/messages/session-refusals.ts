import { company } from '../company/profile.ts';
import { translated } from '../text/languages.ts';
import * as spanish from './session-refusals.es.ts';

/** Why a login or a call was refused (G3, S1, S6). */
export const sessionRefusals = translated(spanish.sessionRefusals, {
  loginInvalid: 'Invalid credentials',
  loginFailed: 'An error occurred during login.',
  loginRequired: 'Username and password are required.',
  needLogin: 'You need to be logged in.',
  /** Why a session was ended, by the `code` of the 401; shown after the text of G3. */
  ended: {
    account_closed: `This account was closed. Call the office at ${company.phones.general.number}.`,
    credentials_changed: 'The password or role of this account was changed.',
  },
});
