import type { Step } from './steps.ts';

/** When an account signed in first; an account has at most one unused password link. */
export const signInLinks: Step = {
  name: '038-sign-in-links',
  up: () => [
    'alter table users add column first_signed_in_at text',
    `update users set first_signed_in_at = coalesce(
      (select min(at) from audit where audit.user_id = users.user_id and action = 'session.open'),
      (select min(sessions.created_at) from sessions where sessions.user_id = users.user_id))`,
    `delete from password_resets where used_at is null and exists (
      select 1 from password_resets as later
      where later.user_id = password_resets.user_id and later.used_at is null
        and (later.created_at > password_resets.created_at
          or (later.created_at = password_resets.created_at and later.code_hash > password_resets.code_hash)))`,
    'create unique index password_resets_unused on password_resets (user_id) where used_at is null',
  ],
};
