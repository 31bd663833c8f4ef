import type { Schema } from '../migrations/steps.ts';

/** Admins on duty; a row whose time is over counts as none. */
export interface DutyTable {
  user_id: number;
  until: string;
  /** The admin who set it. */
  set_by: number;
}

export const dutySchema: Schema = {
  up: ({ strict }) => [
    `create table duty (
      user_id integer primary key references users (user_id),
      until text not null,
      set_by integer not null references users (user_id)
    ) ${strict}`,
  ],
};
