import type { Step } from './steps.ts';

/**
 * Settlements are read again, because amounts and dates were taken in the order of the file instead of the page.
 * Waiting files that were matched by earlier rules need a review.
 */
export const settlementsReadAgain: Step = {
  name: '034-settlements-read-again',
  up: () => [
    `update document_revisions set net_pay_cents = null, period_from = null, period_to = null, period_read_at = null
      where period_read_at is not null
        and file_id in (select file_id from documents where kind = 'settlements')`,
    "update settlement_drop_files set finding = 'doubt', note = 'weak', user_id = null where finding = 'match'",
    'update settlement_drop_files set net_pay_cents = null',
  ],
};
