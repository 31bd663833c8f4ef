import type { Generated } from 'kysely';
import type { TimeOffStatus } from '#contract/time-off.ts';
import type { Schema } from '../migrations/steps.ts';

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

export const timeOffSchema: Schema = {
  up: ({ id, strict }) => [
    // The kinds are the company's, which may change; `takes_pto` stays as it was when the hours were reserved.
    `create table time_off (
      time_off_id ${id},
      employee_id integer not null references employees (employee_id),
      kind text not null check (kind <> ''),
      takes_pto integer not null check (takes_pto in (0, 1)),
      from_date text not null,
      to_date text not null check (to_date >= from_date),
      hours_hundredths integer not null check (hours_hundredths > 0),
      note text not null,
      status text not null default 'requested'
        check (status in ('requested', 'approved', 'declined', 'cancelled')),
      reason text not null default '' check (status <> 'declined' or reason <> ''),
      decided_by integer references users (user_id),
      decided_at text check ((status = 'requested') = (decided_at is null)),
      created_at text not null,
      version integer not null default 1
    ) ${strict}`,
    'create index time_off_newest on time_off (created_at, time_off_id)',
    'create index time_off_employee on time_off (employee_id, created_at, time_off_id)',
    'create index time_off_days on time_off (from_date, to_date)',
    "create index time_off_requested on time_off (created_at, time_off_id) where status = 'requested'",

    `create table time_off_calendars (
      user_id integer primary key references users (user_id),
      revision integer not null default 1,
      created_at text not null
    ) ${strict}`,
  ],
};
