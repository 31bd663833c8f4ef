import type { Step } from './steps.ts';

/**
 * When a session was last confirmed with the password, whose password someone else chose, and the token versions that
 * a reset link depends on.
 */
export const accountTrust: Step = {
  name: '015-account-trust',
  up: () => [
    // Null in links of the previous release, which work for at most a day.
    'alter table password_resets add column user_token_version integer',
    'alter table password_resets add column creator_token_version integer',
    'alter table sessions add column confirmed_at text',
    `alter table users add column password_change_due integer not null default 0
      check (password_change_due in (0, 1))`,
  ],
};
