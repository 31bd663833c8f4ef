import type { Step } from './steps.ts';

/**
 * Encrypted text of mails with one-time links, and when they are due. Their `next_try_at` never comes, so that nodes
 * of the previous release, which can't decrypt them, leave them alone.
 *
 * Earlier mails: the text of sent ones is deleted, and of undeliverable ones with a link. Those that still wait are
 * sent, which deletes their text.
 */
export const encryptedMails: Step = {
  name: '022-encrypted-mails',
  up: () => [
    'alter table outbox add column encrypted_body text',
    'alter table outbox add column encrypted_due_at text',
    `create index outbox_encrypted_due on outbox (encrypted_due_at)
      where encrypted_due_at is not null and sent_at is null and dead_at is null`,
    "update outbox set body_text = '', body_html = '' where sent_at is not null",
    `update outbox set body_text = '', body_html = '', encrypted_due_at = next_try_at
      where dead_at is not null
        and (body_text like '%/reset/%' or body_text like '%/testimonial/%')`,
  ],
};
