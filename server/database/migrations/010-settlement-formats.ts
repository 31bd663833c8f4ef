import type { Step } from './steps.ts';

/** Where settlements say whose they are, taught by the office; and the text of the files in drops, which formats read. */
export const settlementFormats: Step = {
  name: '010-settlement-formats',
  up: ({ id, strict }) => [
    `create table settlement_formats (
      format_id ${id},
      name text not null,
      payee text not null,
      net_pay text,
      period text,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'alter table settlement_drop_files add column page_text text',
    // What was guessed is asked again.
    `update settlement_drop_files set finding = 'none', user_id = null, net_pay_cents = null`,
  ],
};
