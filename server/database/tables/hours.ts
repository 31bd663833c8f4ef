import type { Generated } from 'kysely';

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
