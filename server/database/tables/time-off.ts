import type { Generated } from 'kysely';
import type { TimeOffStatus } from '#contract/time-off.ts';

export interface TimeOffTable {
  time_off_id: Generated<number>;
  employee_id: number;
  kind: string;
  /** 1: the hours come from the PTO balance. */
  takes_pto: 0 | 1;
  from_date: string;
  to_date: string;
  hours_hundredths: number;
  note: string;
  status: Generated<TimeOffStatus>;
  reason: Generated<string>;
  /** Null while requested, and when the server itself decided. */
  decided_by: number | null;
  decided_at: string | null;
  created_at: string;
  version: Generated<number>;
}

/** A person's calendar feed: a higher revision ends the addresses before it. */
export interface TimeOffCalendarsTable {
  user_id: number;
  revision: Generated<number>;
  created_at: string;
}
