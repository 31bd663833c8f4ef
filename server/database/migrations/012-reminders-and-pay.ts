import type { Step } from './steps.ts';

/** The sender of the last reminder, and the net pay of a settlement. */
export const remindersAndPay: Step = {
  name: '012-reminders-and-pay',
  up: () => [
    'alter table document_assignments add column reminded_by integer references users (user_id)',
    'alter table document_revisions add column net_pay_cents integer',
    'alter table document_revisions add column page_read_at text',
    'alter table settlement_drop_files add column net_pay_cents integer',
  ],
};
