import type { Generated } from 'kysely';
import { appendOnly, type Schema } from '../migrations/steps.ts';

/** One change of an hours balance; append-only. */
export interface HoursLedgerTable {
  id: Generated<number>;
  employee_id: number;
  kind: 'pto' | 'work';
  /** Hundredths of an hour; `after - before` is the change. */
  before_hundredths: number;
  after_hundredths: number;
  reason: string;
  /** Null for an opening balance. */
  user_id: number | null;
  at: string;
}

export const hoursSchema: Schema = {
  up: ({ id, strict }) => [
    `create table hours_ledger (
      id ${id},
      employee_id integer not null references employees (employee_id),
      kind text not null check (kind in ('pto', 'work')),
      before_hundredths integer not null check (before_hundredths >= 0),
      after_hundredths integer not null check (after_hundredths >= 0),
      reason text not null default '',
      user_id integer references users (user_id),
      at text not null
    ) ${strict}`,
    'create index hours_ledger_newest on hours_ledger (at desc, id desc)',
    'create index hours_ledger_employee on hours_ledger (employee_id, at desc, id desc)',
  ],
  ...appendOnly('hours_ledger', 'the ledger'),
};
