import type { Step } from './steps.ts';

/** When a session was last confirmed with the password, and whose password someone else chose. */
export const accountTrust: Step = {
  name: '015-account-trust',
  up: () => [
    'alter table sessions add column confirmed_at text',
    `alter table users add column password_change_due integer not null default 0
      check (password_change_due in (0, 1))`,
  ],
};
